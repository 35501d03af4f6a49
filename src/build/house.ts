import file from '@/assets/house.svg?raw';
import roomFile from '@/assets/room.svg?raw';
import streetFile from '@/assets/street.svg?raw';
import { layersOf } from './drawing';

/**
 * What is lit: `on`, one window and the pilot light, while water leaks into the kitchen; `out`, neither (drawn, but without
 * a fill); `evening`, more rooms and neighbors, and the van is there. `house.svg` explains its layers.
 */
export type Light = 'on' | 'out' | 'evening';

const EVENING = ['neighbors', 'rooms', 'van', 'wheels'];

const LEFT_OUT: Readonly<Record<Light, readonly string[]>> = {
  on: [...EVENING, 'silence'],
  out: [...EVENING, 'voice', 'caller', 'leak'],
  evening: ['cooler', 'leak', 'silence'],
};

const layers = layersOf(file);
const streetLayers = layersOf(streetFile);

/** The layers of the house in that light, as SVG in a box of 1440 by 360; each has its name as a class. */
export const house = (light: Light): string =>
  [...layers].flatMap(([name, layer]) => (LEFT_OUT[light].includes(name) ? [] : layer)).join('');

/** The street seen from across it: its houses, and the same house from outside, with its pole; its ground is at y = 330. */
export const street = (hasVan: boolean): string =>
  ['block', 'panes', 'ground', 'walls', 'facade', 'lit', 'frame', ...(hasVan ? ['van', 'wheels'] : [])]
    .map((name) => streetLayers.get(name) ?? layers.get(name))
    .join('');

/** The caller's room, in a box of 600 by 400. */
export const room = (): string => [...layersOf(roomFile).values()].join('');
