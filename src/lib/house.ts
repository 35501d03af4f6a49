import { SENTENCE, wave } from './wave.ts';

/**
 * The house at the end of the call line, cut open, as SVG paths in a box of 1440 by 360: the drawing on the
 * pages and the picture for link previews.
 */
export const HOUSE = {
  /** The dark houses of the street, and the ground. */
  street:
    'M0 330v-60l38-26 40 26v60h24v-76h70l20 24v52h60v-44l52-40 54 40v44h36v-70h96v70h40v-92' +
    'l56-44 58 44v92h90v-50l40-28 42 28v50h698v30H0z',
  walls: 'M870 330V160L1075 40l205 120v170z',
  /** Where somebody is up. */
  room: 'M1160 168h120v84h-120z',
  /** What the trade looks after: ducts, furnace, water heater, pipes, air conditioner. */
  works: [
    'M870 168h410M870 252h410M1000 168v84M1160 168v84M1010 252v78M1150 252v78',
    'M926 138h298v16H926zM940 154v14M1075 154v14M1210 154v14M1040 154v110M1064 154v110',
    'M1028 264h48v66h-48zM1036 274h32M1036 280h32M1034 292h36v28h-36z',
    'M1098 276q17-10 34 0v50q-17 8-34 0zM1106 272v-12h-30M1124 272v-20M1115 262V96M1109 320h-8',
    'M884 226h74v8q0 12-12 12h-50q-12 0-12-12zM896 246v6M946 246v6M966 240V190h-16v8M972 226h10v104',
    'M884 292h92v38M884 292v38M912 292v10q0 6 8 6h12q8 0 8-6v-10M926 308v8q0 6 8 6h48M938 292v-14' +
      'q0-6-8-6h-6v6',
    'M1172 240h64v-10h-64zM1172 252v-28M1236 252v-12M1172 330v-26h56v26M1172 304v-8q0-6 6-6h44' +
      'q6 0 6 6v8M1256 276h10v14h-10z',
    'M1326 330v-48h56v48zM1326 292h56M1326 302h56M1326 312h56M1326 322h56M1336 282v-6h36v6M1326 316h-46',
    'M0 350h820v-24h14M848 326h22M834 326a7 7 0 1 0 14 0 7 7 0 1 0-14 0',
  ],
  /** Outlines, pole and ground line. */
  frame:
    'M0 330h1440M870 330V152M1280 330V152M838 170l237-140 237 140M844 178l231-136 231 136M1104 48' +
    'V8h22v52M1100 8h30M92 330V60M62 78h60M70 94h44',
  window: 'M1194 182h52v52h-52z',
  bars: 'M1220 182v52M1194 208h52',
  /** The pilot light. */
  flame: 'M1052 318c-6 0-9-4-9-9 0-6 5-8 6-15 5 3 12 9 12 15 0 5-3 9-9 9z',
  /** On both sides of the voice. */
  wire: 'M-4 66Q46 84 92 78 240 146 470 160m105 0q165-2 271 8',
  voice: `M470 160${wave(SENTENCE, 7)}`,
  silence: 'M470 160h105',
} as const;
