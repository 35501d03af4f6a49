import file from '@/assets/house.svg?raw';
import { ROOMS } from '@/constants';
import { layersOf } from './drawing';

/**
 * What is lit: `on`, the bedroom and the pilot light; `calls`, any room, so that a page can choose one; `out`, neither
 * (drawn, but without a fill); `evening`, more rooms and neighbors, and the van is there. `house.svg` explains its layers.
 */
export type Light = 'on' | 'calls' | 'out' | 'evening';

const EVENING = ['neighbors', 'rooms', 'van', 'wheels'];
const OTHER_ROOMS = ROOMS.filter((room) => room !== 'bedroom');

const LEFT_OUT: Readonly<Record<Light, readonly string[]>> = {
  on: [...EVENING, ...OTHER_ROOMS, 'silence'],
  calls: [...EVENING, 'silence'],
  out: [...EVENING, ...OTHER_ROOMS, 'voice'],
  evening: [...OTHER_ROOMS, 'cooler', 'onward', 'silence'],
};

const layers = layersOf(file);

/** The layers of the house in that light, as SVG in a box of 1440 by 360; each has its name as a class. */
export const house = (light: Light): string =>
  [...layers].flatMap(([name, layer]) => (LEFT_OUT[light].includes(name) ? [] : layer)).join('');

/** The street around the house; its ground is at y = 330. */
export const street = (): string => layers.get('street') ?? '';
