/** Size that link previews expect of `og:image`, in pixels. */
export const PREVIEW_SIZE = { width: 1200, height: 630 } as const;
