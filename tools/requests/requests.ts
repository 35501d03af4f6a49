/** `npm run requests`: see commands.ts. */
import { requests } from './commands.ts';

// A reader that has seen enough, such as head, closes the pipe: nothing is wrong then.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') process.exit();
  console.error(`Not everything could be printed: ${message}`);
  process.exit(1);
});
await requests(process.argv.slice(2));
