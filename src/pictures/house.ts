import houseFile from '@/assets/house.svg?raw';
import roomFile from '@/assets/room.svg?raw';
import streetFile from '@/assets/street.svg?raw';
import { ROOMS } from '@/constants';
import { layersOf } from './drawing';

/**
 * What is lit in the house: `on`, the bedroom and the pilot light; `out`, neither of them (the pilot light is drawn, but has no
 * fill); `evening`, the living room and the pilot light, and the van stands there. `house.svg` explains its layers.
 */
export type Light = 'on' | 'out' | 'evening';

export type Room = (typeof ROOMS)[number];

const VAN = ['van', 'wheels'];

function roomsBut(...lit: Room[]): Room[] {
  return ROOMS.filter((room) => !lit.includes(room));
}

/** The layers of `house.svg` that are not drawn in each light. */
const LEFT_OUT: Readonly<Record<Light, readonly string[]>> = {
  on: [...VAN, ...roomsBut('bedroom'), 'silence'],
  out: [...VAN, ...ROOMS, 'lamplight', 'voice', 'onward'],
  // The gradient `lamplight` is left out: its id may stand once in a page, and the house at the page's top has it.
  evening: [...roomsBut('living-room'), 'lamplight', 'cooler', 'silence'],
};

const houseLayers = layersOf(houseFile);
const streetLayers = layersOf(streetFile);

/** The markup of these layers, of `street.svg` or else of `house.svg`. Throws when neither file has one. */
function markupOf(names: readonly string[]): string {
  const layers = names.map((name) => {
    const layer = streetLayers.get(name) ?? houseLayers.get(name);
    if (layer === undefined)
      throw new Error(`Neither street.svg nor house.svg has an element with the id ${name}.`);
    return layer;
  });
  return layers.join('');
}

/**
 * Groups of the street's other houses, at half their size, as they look from afar: two to the left of the house, three to its
 * right. `x` is where the group's own origin comes to stand.
 */
const FAR_HOUSES = [
  { layer: 'west', x: -237 },
  { layer: 'east', x: -506 },
  { layer: 'west', x: 1483 },
  { layer: 'east', x: 2970, isMirrored: true },
  { layer: 'west', x: 2440 },
];

/** The y that puts a drawing of half the size on the ground, which both drawings have at 330. */
const FAR_TOP = 330 / 2;

function farStreet(): string {
  const groups = FAR_HOUSES.map(({ layer, x, isMirrored }) => {
    const scale = isMirrored ? '-.5 .5' : '.5';
    return `<g transform="translate(${x} ${FAR_TOP})scale(${scale})">${markupOf([layer])}</g>`;
  });
  return `<g class="street">${groups.join('')}</g>`;
}

/** The room of each call, with the classes `of-call` and `call-1`, `call-2` …; a call without a room has nothing. */
function roomsOfCalls(rooms: readonly (Room | undefined)[]): string {
  const layers = rooms.map((room, index) => {
    if (room === undefined) return '';
    return markupOf([room]).replace(`class="${room}"`, `class="of-call call-${index + 1} ${room}"`);
  });
  return layers.join('');
}

/**
 * The layers of the house in that light, as SVG in the units of `house.svg`; each has its name as a class. With the `rooms` of
 * calls, these rooms stand in place of the bedroom.
 */
export function house(light: Light, rooms?: readonly (Room | undefined)[]): string {
  const drawn = [farStreet()];
  for (const [name, layer] of houseLayers) {
    if (LEFT_OUT[light].includes(name)) continue;
    const isOfCalls = name === 'bedroom' && rooms !== undefined;
    drawn.push(isOfCalls ? roomsOfCalls(rooms) : layer);
  }
  return drawn.join('');
}

/** The windows of the house in `street.svg`: whatever has such an id, so that the drawing may have more or fewer. */
const WINDOWS = [...streetLayers.keys()].filter((name) => /^window-\d+$/.test(name));

/** The layers of the street, and of the house as it looks from outside, from back to front. */
const OUTSIDE = ['west', 'east', 'ground', 'walls', 'facade', 'attic', ...WINDOWS, 'frame'];

/** The street seen from across it, with the same house from outside and its pole; its ground is at y = 330. */
export function streetView(hasVan: boolean): string {
  return markupOf(hasVan ? [...OUTSIDE, ...VAN] : OUTSIDE);
}

/** The room of a caller (`room.svg`), in a box of 600 by 400. */
export function callersRoom(): string {
  return [...layersOf(roomFile).values()].join('');
}
