import { createHash } from 'node:crypto';

/** The hash source of an inline script or style for the Content Security Policy. */
export const hashSource = (text: string): `sha256-${string}` =>
  `sha256-${createHash('sha256').update(text).digest('base64')}`;
