import { openWorkbench } from '@diorama/web/test/open-workbench.ts';
import { openCrowd } from '../crowd.ts';
import type { Row } from '../row.ts';
import { measureViewport } from '../viewport.ts';

const NODES = 5_000;

export const editor5000: Row = {
  name: 'editor-5000',
  what: `the editor's viewport with ${NODES} things of ten shapes and fifty materials, one of them selected`,
  run: async () => {
    const { page, close } = await openWorkbench();
    try {
      await openCrowd(page, NODES);
      return {
        ...(await measureViewport(page, { nodes: NODES, kinds: 10 }, 1)),
        notes: [
          'instanced: ten shapes of plain three.js with a colour for each instance; single: one mesh each, with fifty materials',
        ],
      };
    } finally {
      await close();
    }
  },
};
