/** The icons that content files may use, by Lucide's names. */
export const ICON_NAMES = [
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
