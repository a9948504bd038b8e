/** A loader of webpack for TypeScript: blanks take the place of types, so places in the text stay what they are. */
const { stripTypeScriptTypes } = require('node:module');

module.exports = function stripTypes(code, map) {
  this.callback(null, stripTypeScriptTypes(code), map);
};
