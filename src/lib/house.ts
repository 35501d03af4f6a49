import { SENTENCE, wave } from './wave.ts';

/** Where a house of a street begins, how wide it is, and the height of its walls and of its gable (0: a flat roof). */
type Front = readonly [x: number, width: number, wall: number, gable: number];

const rowOfHouses = (fronts: readonly Front[], ground: number): string =>
  fronts
    .map(
      ([x, width, wall, gable]) =>
        `M${x} ${ground}v-${wall}l${width / 2}-${gable} ${width / 2} ${gable}v${wall}z`,
    )
    .join('');

const STREET: readonly Front[] = [
  [-650, 90, 46, 34],
  [-500, 120, 74, 0],
  [-340, 100, 50, 44],
  [-262, 14, 94, 0],
  [-190, 80, 40, 30],
  [-60, 110, 66, 0],
  [80, 130, 58, 48],
  [250, 90, 44, 0],
  [370, 110, 68, 42],
  [530, 80, 38, 30],
  [640, 120, 60, 0],
  [1400, 116, 64, 48],
  [1570, 96, 50, 0],
  [1700, 104, 44, 42],
];

/**
 * The house at the end of the call line, cut open, as SVG paths in a box of 1440 by 360: the drawing on the
 * pages and the picture for link previews. The ground goes on to both sides of the box.
 */
export const HOUSE = {
  /** The dark houses of the street, and the ground. */
  street: rowOfHouses(STREET, 330) + 'M-1500 330h6000v500h-6000z',
  walls: 'M870 330V160L1075 40l205 120v170z',
  /** The lit room upstairs. */
  room: 'M1160 168h120v84h-120z',
  /** What the trade looks after: ducts, furnace and flue, water heater, pipes, bath, sink, gas meter. */
  works: [
    'M870 168h410M870 252h410M1000 168v84M1160 168v84M1010 252v78M1150 252v78',
    'M926 138h298v16H926zM940 154v14M1210 154v14M1040 154v110M1064 154v110',
    'M1028 264h48v66h-48zM1036 272h32M1036 279h32M1034 288h36v32h-36z',
    'M1098 276q17-10 34 0v50q-17 8-34 0zM1106 272v-12h-30M1124 272v-20M1109 318h-8',
    'M1111 266V40M1119 266V40',
    'M884 226h74v8q0 12-12 12h-50q-12 0-12-12zM896 246v6M946 246v6M966 240V190h-16v8M972 226h10v104',
    'M884 292h92v38M884 292v38M912 292v10q0 6 8 6h12q8 0 8-6v-10M926 308v8q0 6 8 6h48M938 292v-14' +
      'q0-6-8-6h-6v6',
    'M1172 240h64v-10h-64zM1172 252v-28M1236 252v-12M1256 276h10v14h-10z',
    'M4500 348H1318v-24h-14M1294 324h-14M1290 324a7 7 0 1 0 14 0 7 7 0 1 0-14 0M982 330v34H-1500',
  ],
  /** The air conditioner outside. */
  cooler: 'M768 330v-48h56v48zM768 292h56M768 302h56M768 312h56M768 322h56M778 282v-6h36v6M824 316h46',
  /** Outlines, pole and ground line. */
  frame:
    'M-1500 330h6000M870 330V152M1280 330V152M838 170l237-140 237 140M844 178l231-136 231 136M1104 48' +
    'V10h22v50M1100 10h30M92 330V60M62 78h60M70 94h44',
  window: 'M1194 182h52v52h-52z',
  bars: 'M1220 182v52M1194 208h52',
  /** The pilot light. */
  flame: 'M1052 318c-7 0-11-4-11-10 0-7 6-9 7-18 7 4 15 11 15 18 0 6-4 10-11 10z',
  /** On both sides of the voice. */
  wire: 'M-1504-60Q-600 110 92 78 300 150 672 158m105 0q40 2 69 10',
  voice: `M672 158${wave(SENTENCE, 7)}`,
  silence: 'M672 158h105',
  /** The evening: rooms and neighbours that have come home. */
  rooms: 'M870 252h140v78H870zM1010 168h150v84h-150z',
  windows: STREET.filter(([, , , gable]) => gable > 40)
    .map(([x, width, wall]) => `M${x + width / 2 - 20} ${346 - wall}h14v16h-14zm26 0h14v16h-14z`)
    .join(''),
  /** The van before the air conditioner, with its ladder, and its wheels. */
  van: 'M688 318h-8v-54q0-10 10-10h86q7 0 11 6l19 27 19 6q9 3 9 12v13h-10M784 318h-52M708 318h-8M790 262h-20v27h36zM764 254v64M692 246h78M692 240h78M700 246v-6M718 246v-6M736 246v-6M754 246v-6',
  wheels: 'M708 318a12 12 0 1 0 24 0 12 12 0 1 0-24 0M784 318a12 12 0 1 0 24 0 12 12 0 1 0-24 0',
} as const;

/** The same street as rooftops against the sky, standing on the ground of `HOUSE`. */
export const ROOFTOPS = rowOfHouses(STREET, 330) + 'M-1500 320h6000v40h-6000z';
