/** In the dev server, a collection whose files have errors has one entry, with this id and the message as its data. */
export const ERROR_ID = 'error';
