import file from '@/assets/house.svg?raw';
import roomFile from '@/assets/room.svg?raw';
import streetFile from '@/assets/street.svg?raw';
import { ROOMS } from '@/constants';
import { layersOf } from './drawing';

/**
 * What is lit: `on`, the bedroom and the pilot light; `out`, neither (drawn, but without a fill); `evening`, more rooms and neighbors, and the van is there. `house.svg` explains its layers.
 */
export type Light = 'on' | 'out' | 'evening';

export type Room = (typeof ROOMS)[number];

/** Layers of `house.svg` that only the evening has. */
const EVENING = ['rooms', 'van', 'wheels'];
const OTHER_ROOMS = ROOMS.filter((room) => room !== 'bedroom');

/** The layers of `house.svg` that are not drawn in each light. */
const LEFT_OUT: Readonly<Record<Light, readonly string[]>> = {
  on: [...EVENING, ...OTHER_ROOMS, 'silence'],
  out: [...EVENING, ...OTHER_ROOMS, 'voice', 'onward'],
  evening: [...OTHER_ROOMS, 'cooler', 'onward', 'silence'],
};

const layers = layersOf(file);
const streetLayers = layersOf(streetFile);

/** Layers of `street.svg`, or else of `house.svg`. */
const street = (...names: string[]) =>
  names.map((name) => streetLayers.get(name) ?? layers.get(name)).join('');

/** The street's other houses at half size, as in the distance: left and right of the house, on its ground at y = 330. */
function farStreet(light: Light): string {
  const houses = street('block', light === 'evening' ? 'lights' : '');
  return [-500, 1480].map((x) => `<g transform="translate(${x} ${330 / 2})scale(.5)">${houses}</g>`).join('');
}

/**
 * The layers of the house in that light, as SVG in a box of 1440 by 360; each has its name as a class. With the `rooms` of
 * calls, room and pilot light are there once for each call: in a group `call-1`, `call-2` …, which has the room as a class.
 */
export function house(light: Light, rooms?: readonly (Room | undefined)[]): string {
  const forCalls = (layerOf: (room: Room | undefined) => string | undefined) =>
    rooms?.map((room, index) => {
      const layer = layers.get(layerOf(room) ?? '') ?? '';
      return `<g class="call-${index + 1} ${room ?? ''}">${layer}</g>`;
    });
  const drawn = [...layers].flatMap(([name, layer]) => {
    if (LEFT_OUT[light].includes(name)) return [];
    if (name === 'bedroom') return forCalls((room) => room) ?? layer;
    if (name === 'flame') return forCalls(() => name) ?? layer;
    return layer;
  });
  return [`<g class="street">${farStreet(light)}</g>`, ...drawn].join('');
}

/** Layers of the street and of the house as they look from outside. */
const OUTSIDE = ['block', 'panes', 'lights', 'ground', 'walls', 'facade', 'light', 'frame'];

/** The street seen from across it, with the same house from outside and its pole; its ground is at y = 330. */
export const streetView = (hasVan: boolean): string =>
  street(...OUTSIDE, ...(hasVan ? ['van', 'wheels'] : []));

/** The caller's room, in a box of 600 by 400. */
export const room = (): string => [...layersOf(roomFile).values()].join('');
