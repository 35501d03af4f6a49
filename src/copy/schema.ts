/** The kinds of fields that the schemas of content files are made of. */
import { z } from 'astro/zod';
import { ICON_NAMES } from '../pictures/icon-names.ts';
import { findProseErrors } from './markdown.ts';
import { unreadableError } from './normalize.ts';
import { LINKS } from './pages.ts';
import { BRACES, PLACEHOLDERS } from './placeholders.ts';

/** Words for visitors: never empty, at most `max` characters, with known placeholders only. */
const words = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .superRefine((value, context) => {
      const unreadable = unreadableError(value);
      if (unreadable) context.addIssue({ code: 'custom', message: unreadable });
      for (const { 0: braces, 1: name, index } of value.matchAll(BRACES)) {
        if (PLACEHOLDERS.some((known) => known === name)) continue;
        const known = PLACEHOLDERS.map((placeholder) => `{${placeholder}}`).join(', ');
        context.addIssue({
          code: 'custom',
          message: `has ${braces}, which is not a placeholder. The placeholders are: ${known}.`,
          params: value.includes('\n') ? { line: value.slice(0, index).split('\n').length } : {},
        });
      }
    });

const MARKUP = /\*\*|\]\(|<\/?\w[^>]*>/;

export const text = (max: number) =>
  words(max).refine((value) => !MARKUP.test(value), {
    error: ({ input }) =>
      `has ${MARKUP.exec(String(input))?.[0]}, which visitors would read as it stands here. This text takes plain words.`,
  });

/** Words in Markdown. */
export const prose = (max: number) =>
  words(max)
    .superRefine((markdown, context) => {
      for (const { message, line } of findProseErrors(markdown, LINKS))
        context.addIssue({ code: 'custom', message, params: { line } });
    })
    .meta({ format: 'markdown', links: LINKS });

export const text30 = text(30);
export const text40 = text(40);
export const text70 = text(70);
export const text260 = text(260);
export const time = z.string().regex(/^(1[0-2]|[1-9]):[0-5]\d [AP]M$/, 'must be a time such as "2:47 AM".');
export const price = z
  .string()
  .regex(/^\$\d{1,3}(,\d{3})*$/, 'must be a whole dollar amount such as "$2,500".');
export const phone = z
  .string()
  .regex(/^\(\d{3}\) \d{3}-\d{4}$/, 'must be a number such as "(415) 555-0100".');
export const webAddress = z
  .url({ protocol: /^https$/, hostname: z.regexes.domain })
  .regex(/^\S*$/, 'has a space in it. Remove it.');
export const delay = z
  .int()
  .min(0)
  .max(1000)
  .describe('How long it waits before it fades in, in milliseconds');
export const icon = z.enum(ICON_NAMES);

export const numberBetween = (min: number, max: number) => z.int().min(min).max(max);

export const list = <S extends z.ZodType>(entry: S, min: number, max = min) =>
  min === max ? z.array(entry).length(min) : z.array(entry).min(min).max(max);

export const optional = <S extends z.ZodType>(field: S, description: string) =>
  field.optional().describe(description);
