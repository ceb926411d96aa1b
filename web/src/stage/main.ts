import type { StagePage } from '@diorama/shared/domain/stage-protocol.ts';
import { Draughtsman } from './draw.ts';

/**
 * Entry of the headless stage, which a worker drives: it draws scenes with the view that people see them in, and opens
 * the file formats that only run in a browser. It shows nothing by itself.
 */
let draughtsman: Draughtsman | undefined;
let converted = new Uint8Array();

const stage: StagePage = {
  draw: async (request) => {
    draughtsman ??= new Draughtsman();
    return await draughtsman.draw(request);
  },

  convert: async (request) => {
    // Loaded when a file needs it: most jobs only draw.
    const { convertModel } = await import('./convert.ts');
    const outcome = await convertModel(request);
    if (outcome.kind === 'refused') {
      return outcome;
    }
    converted = outcome.glb;
    return { kind: 'converted', bytes: converted.length, report: outcome.report };
  },

  read: (offset, length) => {
    let text = '';
    // Arguments of a call are limited, so the letters come in small groups.
    for (const end = Math.min(offset + length, converted.length); offset < end; offset += 0x8000) {
      text += String.fromCharCode(...converted.subarray(offset, Math.min(offset + 0x8000, end)));
    }
    return btoa(text);
  },
};

Object.assign(window, { stage });
