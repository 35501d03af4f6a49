/**
 * Colours of what is seen outside the site, where its style sheets do not reach: link previews and the manifest. Some of the
 * tokens once more, as sRGB; a test holds them together. The icons in `public/` are drawn in them, too.
 */
export const PICTURE_COLORS = {
  night: '#070e1a',
  walls: '#0b1626',
  horizon: '#162538',
  line: '#2e4157',
  outline: '#abbdcd',
  paper: '#f5f3ed',
  amber: '#fdb443',
} as const;
