import { expect, test } from 'vitest';
import * as constants from '../../src/constants';
import { BEHAVIOUR } from '../support/specification';

test('the site behaves by the specified numbers', () => {
  expect(constants).toMatchObject(BEHAVIOUR);
});
