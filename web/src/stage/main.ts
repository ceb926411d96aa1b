import type { StagePage } from '@diorama/shared/domain/stage-protocol.ts';
import { NoWebglError } from '../scene/no-webgl.ts';
import { StageRenderer } from './draw.ts';

/**
 * Entry of the headless stage, which a worker controls. It renders scenes with the same view as all surfaces, and loads
 * formats that need a browser. It has no user interface.
 */
let draughtsman: StageRenderer | undefined;
let converted = new Uint8Array();

const stage: StagePage = {
  draw: async (request) => {
    try {
      draughtsman ??= new StageRenderer();
    } catch (error) {
      if (error instanceof NoWebglError) {
        return { pictures: [], renderer: '', hasContent: false, failures: [] };
      }
      throw error;
    }
    return await draughtsman.draw(request);
  },

  convert: async (request) => {
    // Loaded when a file needs it: most jobs only render.
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
    // The number of arguments per call is limited, so the characters are converted in chunks.
    for (const end = Math.min(offset + length, converted.length); offset < end; offset += 0x8000) {
      text += String.fromCharCode(...converted.subarray(offset, Math.min(offset + 0x8000, end)));
    }
    return btoa(text);
  },
};

Object.assign(window, { stage });
