/**
 * Icons that content files may use; `components/Icon.astro` draws each of them. Their names stand here, too, as the schemas
 * are also read where no .astro file can be imported.
 */
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
