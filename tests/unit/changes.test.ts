import { expect, test } from 'vitest';
import { merge } from '@/desk/changes';

const entry = (file: string, text: string) => ({ file, text });
const before = { title: 'Old', list: [entry('a', 'A'), entry('b', 'B')], words: ['one', 'two'] };

test('what two editors changed in different places stands beside each other', () => {
  const mine = { ...before, list: [entry('a', 'A'), entry('b', 'Mine')] };
  const theirs = { ...before, title: 'Theirs', list: [entry('a', 'Theirs'), entry('b', 'B')] };
  expect(merge(before, mine, theirs)).toEqual({
    ...theirs,
    list: [entry('a', 'Theirs'), entry('b', 'Mine')],
  });
});

test('what both changed is as the one who saves last has it', () => {
  expect(merge(before, { ...before, title: 'Mine' }, { ...before, title: 'Theirs' })).toMatchObject({
    title: 'Mine',
  });
});

test('a list that both changed is left to the editor where one change would replace the other', () => {
  const moved = { ...before, list: before.list.toReversed() };
  expect(merge(before, moved, { ...before, list: [entry('a', 'Theirs'), entry('b', 'B')] })).toBeUndefined();
  const longer = { ...before, words: ['one', 'two', 'Mine'] };
  expect(merge(before, longer, { ...before, words: ['one'] })).toBeUndefined();
  expect(merge(before, longer, { title: 'Old', list: before.list }), 'taken out there').toBeUndefined();
  expect(merge(before, longer, { ...before, title: 'Theirs' })).toEqual({ ...longer, title: 'Theirs' });
});

test('a change never lands in another entry of a list that was put in a new order', () => {
  const mine = { ...before, list: [entry('a', 'A'), entry('b', 'Mine')] };
  expect(merge(before, mine, { ...before, list: before.list.toReversed() })).toBeUndefined();
  expect(
    merge(before, { ...before, words: ['one', 'Mine'] }, { ...before, words: ['two', 'one'] }),
  ).toBeUndefined();
});
