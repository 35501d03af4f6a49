import { defineConfig } from 'oxlint';

/** Imports run one way: which folders the files of a folder may not import, and why. The last entry that fits a file holds. */
const FORBIDDEN_IMPORTS: Record<string, [folders: string, reason: string]> = {
  'src/**': ['tests|tools', 'The site does not import commands or tests.'],
  'src/{components,layouts}/**': ['layouts|pages|tests|tools', 'A part does not import what it is part of.'],
  'src/islands/**': [
    'components|copy|layouts|pages|pictures|publish|tests|tools',
    'Islands run in a browser, which has nothing of the build.',
  ],
  'src/copy/**': [
    'components|demo-request|islands|layouts|lib|pages|publish|tests|tools',
    'Content does not know who shows it.',
  ],
  'src/publish/**': [
    'components|islands|layouts|lib|pages|publish|tests|tools',
    'What checks a build does not know the pages.',
  ],
  'src/{demo-request,lib,pictures}/**': [
    'components|copy|demo-request|islands|layouts|lib|pages|pictures|publish|tests|tools',
    'This folder imports no other.',
  ],
  'supabase/functions/**': ['src|tools|tests', 'A function is deployed with its own folder alone.'],
  'tools/**': ['bench|check-live|editor|requests|tests', 'Commands share `start` and the files beside it.'],
  'tools/*.ts': ['bench|check-live|editor|requests|start|tests', 'What commands share imports none of them.'],
  'tests/**': ['database|e2e|engines|hosts|rebrand|screen-reader|unit', 'Suites share `support` alone.'],
};

export default defineConfig({
  plugins: ['typescript', 'react', 'jsx-a11y', 'import', 'unicorn', 'oxc', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  env: { browser: true, es2024: true },
  rules: {
    'react/react-in-jsx-scope': 'off',
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'import/no-unassigned-import': 'off',
    'no-await-in-loop': 'off',
    'no-console': 'off',
    'jsx-a11y/no-noninteractive-element-interactions': 'off',
    'jsx-a11y/no-static-element-interactions': 'off',
  },
  overrides: Object.entries(FORBIDDEN_IMPORTS).map(([files, [folders, message]]) => ({
    files: [files],
    rules: { 'no-restricted-imports': ['error', { patterns: [{ regex: `/(${folders})/`, message }] }] },
  })),
});
