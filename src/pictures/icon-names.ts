/** Icons drawn for this site, by the hand that drew the house: `assets/icons`. */
export const DRAWN_ICONS = ['caller', 'night-light', 'van'] as const;

/** The icons that content files may use: those, and Lucide's. */
export const ICON_NAMES = [
  ...DRAWN_ICONS,
  'calendar-sync',
  'chart-column',
  'circle-fading-arrow-up',
  'heart-handshake',
  'life-buoy',
  'monitor-check',
  'phone-call',
  'phone-incoming',
  'phone-outgoing',
  'shield-check',
  'timer',
  'trending-up',
  'wallet',
  'wrench',
] as const;

export type IconName = (typeof ICON_NAMES)[number];
