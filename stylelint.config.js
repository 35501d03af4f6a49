/** Finds misspelled names and values, what is declared twice, and what overrides by importance without a reason. */
export default {
  extends: ['stylelint-config-recommended-scss', 'stylelint-config-html/astro'],
  reportDescriptionlessDisables: true,
  reportNeedlessDisables: true,
  rules: {
    'declaration-no-important': true,
    'no-empty-source': null, // Astro's `set:html` fills an empty element.
    'property-no-unknown': [true, { ignoreProperties: ['composes'] }], // CSS modules have it,
    'selector-pseudo-class-no-unknown': [true, { ignorePseudoClasses: ['global'] }], // and this, as Astro has.
    'scss/comment-no-empty': null, // Between paragraphs.
  },
};
