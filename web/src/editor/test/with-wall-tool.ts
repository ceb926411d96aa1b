import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { Vector3 } from 'three';
import { afterEach, beforeEach } from 'vitest';
import { WallTool } from '../features/walls/drawing/wall-tool.ts';
import { GROUND } from '../features/walls/model/plan-level.ts';
import { wallsOn } from '../features/walls/model/wall-plan.ts';
import { roundTo } from '../kernels/round-measure.ts';
import { TestEditor } from './test-editor.ts';

/** Editor with a top view of the ground and the wall tool active; walls snap to the grid. */
function openWallTool(): { editor: TestEditor; tool: WallTool } {
  const editor = new TestEditor();
  // From above, so that walls do not occlude the ground.
  editor.camera.set({ position: new Vector3(0, 12, 0.01), target: new Vector3(0, 0, 0), fov: 50 });
  editor.tools.use('wallBuild');
  const { current } = editor.tools;
  if (!(current instanceof WallTool)) {
    throw new Error('the wall tool is another one');
  }
  current.set({ mode: 'grid' });
  return { editor, tool: current };
}

/** Sets up such an editor for each test, with helpers that take ground points in metres. */
export function withWallTool() {
  let opened: ReturnType<typeof openWallTool>;
  beforeEach(() => {
    opened = openWallTool();
  });
  afterEach(() => opened.editor.dispose());
  const seen = (x: number, z: number) => opened.editor.screen(x, 0, z);
  return {
    get editor() {
      return opened.editor;
    },
    get tool() {
      return opened.tool;
    },
    seen,
    plan: () => planOf(opened.editor),
    click: (x: number, z: number) => opened.editor.click(...seen(x, z)),
    move: (x: number, z: number) => opened.editor.pointerMove(...seen(x, z)),
  };
}

/** Walls in plan view, in creation order. */
function planOf(editor: TestEditor): [PlanPoint, PlanPoint][] {
  return [...wallsOn(editor, GROUND).walls.values()].map(({ start, end }) => [near(start), near(end)]);
}

function near([x, z]: PlanPoint): PlanPoint {
  return [round(x), round(z)];
}

function round(value: number): number {
  return roundTo(value, 4);
}
