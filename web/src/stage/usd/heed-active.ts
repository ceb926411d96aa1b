import { USDAParser } from 'three/addons/loaders/usd/USDAParser.js';

// The loader makes its parser itself, so that this is the only way to what it passes over.
const { _extractPrimData } = USDAParser.prototype;

/** Has parts of texts say that they are not active, as those of the binary form do. */
export function heedActive(): void {
  USDAParser.prototype._extractPrimData = function (data, path, fields, ...others) {
    if (/^(false|0)$/.test(String(data.active).trim())) {
      fields.active = false;
    }
    _extractPrimData.call(this, data, path, fields, ...others);
  };
}
