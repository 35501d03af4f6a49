/** What Windows has no way to do is skipped there by name: `test.skipIf(isWindows)`, with the reason beside it. */
export const isWindows = process.platform === 'win32';
