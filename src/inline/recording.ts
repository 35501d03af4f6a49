/**
 * Lights up each line of an example call while it is being spoken in its recording. Sent inside the page as
 * text, behind the call card: it may use nothing outside itself.
 */
export function followRecording(): void {
  for (const audio of document.querySelectorAll<HTMLAudioElement>('audio[data-seconds]')) {
    const lines = audio.closest('figure')?.querySelectorAll('.call-said') ?? [];
    const seconds = (audio.dataset['seconds'] ?? '').split(' ').map(Number);
    const follow = () => {
      const spoken = audio.ended ? -1 : seconds.findLastIndex((second) => second <= audio.currentTime);
      for (const [index, line] of lines.entries()) line.toggleAttribute('data-spoken', index === spoken);
    };
    for (const event of ['timeupdate', 'ended']) audio.addEventListener(event, follow);
  }
}
