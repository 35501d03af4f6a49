/** Id of the entry that stands for a collection in the dev server while its files have an error. */
export const ERROR_ID = 'error';
