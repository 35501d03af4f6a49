import file from '@/assets/house.svg?raw';
import roomFile from '@/assets/room.svg?raw';
import streetFile from '@/assets/street.svg?raw';
import { ROOMS } from '@/constants';
import { layersOf } from './drawing';

/**
 * What is lit: `on`, the bedroom and the pilot light; `out`, neither (the pilot light is drawn, but without a fill);
 * `evening`, more rooms, and the van is there. `house.svg` explains its layers.
 */
export type Light = 'on' | 'out' | 'evening';

export type Room = (typeof ROOMS)[number];

const EVENING = ['van', 'wheels'];
const roomsBut = (...lit: string[]) => ROOMS.filter((room) => !lit.includes(room));

/** The layers of `house.svg` that are not drawn in each light. */
const LEFT_OUT: Readonly<Record<Light, readonly string[]>> = {
  on: [...EVENING, ...roomsBut('bedroom'), 'silence'],
  out: [...EVENING, ...ROOMS, 'lamplight', 'voice', 'onward'],
  // The lamplight is that of the house at the page's top: an id may be there once.
  evening: [...roomsBut('bedroom', 'living-room'), 'lamplight', 'cooler', 'onward', 'silence'],
};

const layers = layersOf(file);
const streetLayers = layersOf(streetFile);

const street = (...names: string[]) =>
  names.map((name) => streetLayers.get(name) ?? layers.get(name)).join('');

/** The street's other houses at half size, as in the distance: two groups to the left of the house, three to its right. */
const FAR_STREET = [
  `<g transform="translate(-237 165)scale(.5)">${street('west')}</g>`,
  `<g transform="translate(-506 165)scale(.5)">${street('east')}</g>`,
  `<g transform="translate(1483 165)scale(.5)">${street('west')}</g>`,
  `<g transform="translate(2970 165)scale(-.5 .5)">${street('east')}</g>`,
  `<g transform="translate(2440 165)scale(.5)">${street('west')}</g>`,
].join('');

/**
 * The layers of the house in that light, as SVG in the units of `house.svg`; each has its name as a class. With the `rooms` of
 * calls, the room is there once for each call, with the classes `of-call` and `call-1`, `call-2` ….
 */
export function house(light: Light, rooms?: readonly (Room | undefined)[]): string {
  const drawn = [...layers].flatMap(([name, layer]) => {
    if (LEFT_OUT[light].includes(name)) return [];
    if (name === 'bedroom' && rooms)
      return rooms.map(
        (room, index) => layers.get(room ?? '')?.replace('"', `"of-call call-${index + 1} `) ?? '',
      );
    return layer;
  });
  return [`<g class="street">${FAR_STREET}</g>`, ...drawn].join('');
}

const WINDOWS = [1, 2, 3, 4, 5, 6].map((number) => `window-${number}`);
/** Layers of the street and of the house as they look from outside. */
const OUTSIDE = ['west', 'east', 'ground', 'walls', 'facade', 'attic', ...WINDOWS, 'frame'];

/** The street seen from across it, with the same house from outside and its pole; its ground is at y = 330. */
export const streetView = (hasVan: boolean): string => street(...OUTSIDE, ...(hasVan ? EVENING : []));

/** The caller's room, in a box of 600 by 400. */
export const room = (): string => [...layersOf(roomFile).values()].join('');
