import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPictureComparison } from '@diorama/worker-assets/test/picture-comparison.ts';
import type { RenderedDifference } from '@diorama/worker-assets/test/rendered-difference.ts';
import { SIZE_CORPUS } from '@diorama/worker-assets/test/size-corpus/size-corpus.ts';
import { writeCorpus } from '@diorama/worker-assets/test/size-corpus/write-corpus.ts';
import { summarise } from '../measure.ts';
import { atMost, type Row } from '../row.ts';

/** The page does not decode Draco, so the original of such a model has no picture. */
const UNDRAWN = /^draco/;
/** Limit in percent, for the edges of hundreds of small objects. */
const MAX_SEEN = 1;
const PERCENT = 100;

type Look = { name: string; main: RenderedDifference; mobile: RenderedDifference };

function describeLook({ mean, seen }: RenderedDifference): string {
  return `${mean.toFixed(3)} of 255, ${(seen * PERCENT).toFixed(3)} % of the pixels`;
}

export const glbLook: Row = {
  name: 'glb-look',
  what: 'how far pictures of models lie apart before and after the import, in steps of 255 a channel',
  run: async () => {
    using dir = mkdtempDisposableSync(join(tmpdir(), 'diorama-glb-look-'));
    await using comparison = await openPictureComparison();
    const paths = await writeCorpus(
      dir.path,
      SIZE_CORPUS.filter(({ name }) => !UNDRAWN.test(name)),
    );
    const looks: Look[] = [];
    for (const [name, path] of paths) {
      looks.push({ name, ...(await comparison.compare(path)) });
    }
    const worst = (read: (look: Look) => number) => Math.max(...looks.map(read));
    return {
      unit: 'of 255',
      measured: [
        summarise(
          'the file for all',
          looks.map(({ main }) => main.mean),
        ),
        summarise(
          'the one for phones',
          looks.map(({ mobile }) => mobile.mean),
        ),
      ],
      goals: [
        atMost(
          'the worst model',
          worst(({ main }) => main.mean),
          1,
        ),
        atMost('% of pixels that are seen to be others', worst(({ main }) => main.seen) * PERCENT, MAX_SEEN),
        atMost(
          'the worst model for phones',
          worst(({ mobile }) => mobile.mean),
          1.5,
        ),
        atMost('% of its pixels', worst(({ mobile }) => mobile.seen) * PERCENT, MAX_SEEN),
      ],
      notes: looks.map(
        ({ name, main, mobile }) => `${name}: ${describeLook(main)}; for phones ${describeLook(mobile)}`,
      ),
    };
  },
};
