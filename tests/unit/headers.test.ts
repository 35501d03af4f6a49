import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { headerFiles, SECURITY_HEADERS } from '@/build/headers';

const files = Object.entries(headerFiles());

describe('the headers of the site', () => {
  test.each(files)('stand in %s as npm run headers writes them', async (path, text) => {
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  test.each(files)('are all in %s', (_, text) => {
    for (const { name, value } of SECURITY_HEADERS) {
      expect(text).toContain(name);
      expect(text).toContain(value);
    }
    expect(text).toContain('public, max-age=31536000, immutable');
  });

  test('can be written into every kind of file without escaping', () => {
    for (const { name, value } of SECURITY_HEADERS) {
      expect(name).toMatch(/^[A-Za-z-]+$/);
      expect(value).toMatch(/^[^"\\$\n]+$/);
    }
  });
});
