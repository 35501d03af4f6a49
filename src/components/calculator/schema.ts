import { z } from 'astro/zod';
import { demoLabel, numberBetween, optional, text } from '../../copy/schema.ts';
import { LARGEST_FIGURES } from './missed-calls.ts';

const fields = z.strictObject({
  legend: text(70).describe('Heading of the three fields: what they add up to'),
  labels: z.strictObject({ missedCalls: text(40), jobsOfTen: text(40), averageJob: text(40) }),
  example: z.strictObject({
    missedCalls: numberBetween(0, LARGEST_FIGURES.missedCalls),
    jobsOfTen: numberBetween(0, LARGEST_FIGURES.jobsOfTen),
    averageJob: numberBetween(0, LARGEST_FIGURES.averageJob),
  }),
  placeholderPrefix: text(12).meta({
    title: 'Word before an example',
    description: 'Before each example figure in an empty field',
  }),
  exampleLabel: text(70).describe('Begins the sentence that ends with the result of the example'),
  ownLabel: text(40).describe('Begins the same sentence with the visitor’s own numbers'),
  period: text(30).describe('Ends the sentence'),
  demoLabel,
  formulaLabel: text(40).describe('Opens the calculation'),
  note: text(260).describe(
    'Explains the calculation, which follows it in figures, and says that it is no promise',
  ),
  problem: text(40).describe('Error message for an invalid number; the largest number allowed follows'),
});

export const calculator = optional(fields, 'Arithmetic on the visitor’s own figures, after the benefits');
