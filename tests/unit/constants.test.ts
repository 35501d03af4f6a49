import { expect, test } from 'vitest';
import * as constants from '../../src/constants';
import { CONSTANTS } from '@/copy/specification';

test('the site has the specified limits, delays and sizes', () => {
  expect(constants).toMatchObject(CONSTANTS);
});
