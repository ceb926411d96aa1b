import { writeFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { packFaces } from './src/scene/studio-light/light-faces.ts';
import { openWorkbench } from './src/test/open-workbench.ts';

/**
 * Regenerates the baked studio lighting after a change of the studio room or of the three.js filter: `node
 * web/bake-studio-light.ts`.
 */
const { page, close } = await openWorkbench();
const faces = await page.evaluate(() => window.workbench.readStudio());
await close();
const packed = deflateSync(packFaces(faces.map((face) => Uint16Array.from(face))), { level: 9 });
writeFileSync(`${import.meta.dirname}/src/scene/studio-light/studio-light.bin`, packed);
