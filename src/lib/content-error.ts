/** Id of the only entry of a collection whose files have an error, in the dev server. */
export const ERROR_ID = 'error';
