/** Kinds of fields, of which `content.config.ts` and the `schema.ts` of optional parts make the schemas of content files. */
import { z } from 'astro/zod';
import { findProseErrors } from './markdown.ts';
import { unreadableError } from './normalize.ts';
import { LINKS } from './pages.ts';
import { CONFLICT } from './parse.ts';
import { BRACES, PLACEHOLDERS } from './placeholders.ts';

/** Words for visitors: never empty, at most `max` characters, with known placeholders only. */
const visitorText = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .superRefine((value, context) => {
      const unreadable = unreadableError(value);
      if (unreadable) context.addIssue({ code: 'custom', message: unreadable });
      const addIssue = (message: string, index: number) =>
        context.addIssue({
          code: 'custom',
          message,
          // Only the body of a Markdown file has several lines.
          params: value.includes('\n') ? { line: value.slice(0, index).split('\n').length } : {},
        });
      const conflict = CONFLICT.exec(value);
      if (conflict)
        addIssue(
          `has a line of ${conflict[0]}, left over from two versions of the same words. Keep the words that are right, and remove that line.`,
          conflict.index,
        );
      for (const { 0: braces, 1: name, index } of value.matchAll(BRACES)) {
        const known = PLACEHOLDERS.map((placeholder) => `{${placeholder}}`).join(', ');
        if (name === undefined)
          addIssue(`has ${braces} without its other half. A placeholder is one of: ${known}.`, index);
        else if (!PLACEHOLDERS.some((placeholder) => placeholder === name))
          addIssue(`has ${braces}, which is not a placeholder. The placeholders are: ${known}.`, index);
      }
    });

/** Bold and links of Markdown, and tags of HTML. */
const MARKUP = /\*\*|\]\(|<\/?\w[^>]*>/;

/** Words that stand as they are. */
export const text = (max: number) =>
  visitorText(max).refine((value) => !MARKUP.test(value), {
    error: ({ input }) =>
      `has ${MARKUP.exec(String(input))?.[0]}, which visitors would read as it stands here. This text takes plain words.`,
  });

/** The body of a Markdown file. The form of `npm run edit` takes Markdown where `meta` has `links`: where they may lead. */
export const body = (max: number) =>
  visitorText(max)
    .superRefine((markdown, context) => {
      for (const { message, line } of findProseErrors(markdown, LINKS))
        context.addIssue({ code: 'custom', message, params: { line } });
    })
    .meta({ links: LINKS });

export const text30 = text(30);
export const text40 = text(40);
export const text70 = text(70);
export const text260 = text(260);

/** Fields of several files, with their names in the editor. */
export const lead = text260.meta({ title: 'Introduction' });
export const demoLabel = text40.meta({ title: 'Button that asks for a demo call' });

export const numberBetween = (min: number, max: number) => z.int().min(min).max(max);

export const list = <S extends z.ZodType>(entry: S, min: number, max = min) =>
  min === max ? z.array(entry).length(min) : z.array(entry).min(min).max(max);

export const optional = <S extends z.ZodType>(field: S, description: string) =>
  field.optional().describe(description);
