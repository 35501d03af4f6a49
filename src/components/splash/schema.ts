import { z } from 'astro/zod';
import { list, optional, text } from '../../copy/schema.ts';

export const splash = optional(
  z.strictObject({ words: list(text(30), 3) }).meta({ title: 'Opening words' }),
  'Three words over the first page of a visit; without them nothing covers it',
);
