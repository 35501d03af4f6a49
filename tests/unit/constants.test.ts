import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as constants from '../../src/constants';
import { CONSTANTS } from '@/copy/specification';

const { NARROW_BREAKPOINT_PX, ...inScripts } = CONSTANTS;

test('the site has the specified limits, delays and sizes', () => {
  expect(constants).toMatchObject(inScripts);
  const styles = readFileSync('src/styles/_tools.scss', 'utf8');
  expect(styles).toContain(`$narrow-breakpoint: ${NARROW_BREAKPOINT_PX}px;`);
});
