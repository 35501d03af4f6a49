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
      if (unreadable) context.addIssue(unreadable);
      const addIssue = (message: string, index: number) => {
        // Only the body of a Markdown file has several lines.
        const params = value.includes('\n') ? { line: value.slice(0, index).split('\n').length } : {};
        context.addIssue({ code: 'custom', message, params });
      };
      const conflict = CONFLICT.exec(value);
      if (conflict)
        addIssue(
          `has a line of ${conflict[0]}, left over from two versions of the same words. Keep the words that are right, and remove that line.`,
          conflict.index,
        );
      for (const { 0: braces, 1: name, index } of value.matchAll(BRACES)) {
        if (PLACEHOLDERS.some((placeholder) => placeholder === name)) continue;
        const what = name === undefined ? ' without its other half' : ', which stands for nothing';
        const known = PLACEHOLDERS.map((placeholder) => `{${placeholder}}`).join(', ');
        addIssue(`has ${braces}${what}. The words in braces are: ${known}.`, index);
      }
    });

/** Bold and links of Markdown; tags, comments and entities of HTML (not `R&D;`, whose name is one letter). */
const MARKUP = /\*\*|\]\(|<\/?\w[^>]*>|<!--(?:.*?-->)?|&(?:#\w+|[a-z]\w+);/i;

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
      for (const { message, line } of findProseErrors(markdown))
        context.addIssue({ code: 'custom', message, params: { line } });
    })
    .meta({ links: LINKS });

/** Fields of several files, with their names in the editor. */
export const lead = text(260).meta({ title: 'Introduction' });
export const demoLabel = text(40).meta({ title: 'Button that asks for a demo call' });

export const numberBetween = (min: number, max: number) => z.int().min(min).max(max);

/** A list of exactly `min` entries, or of `min` to `max`. */
export const list = <S extends z.ZodType>(entry: S, min: number, max = min) =>
  min === max ? z.array(entry).length(min) : z.array(entry).min(min).max(max);

export const optional = <S extends z.ZodType>(field: S, description: string) =>
  field.optional().describe(description);
