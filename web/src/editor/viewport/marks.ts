import type { SceneNode } from '@diorama/shared/scene/document.ts';
import {
  BoxGeometry,
  BufferGeometry,
  CanvasTexture,
  EdgesGeometry,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  type Matrix4,
  Sprite,
  SpriteMaterial,
  SRGBColorSpace,
  Vector3,
} from 'three';
import { shownWorld } from '../commands/gizmo-frame.ts';
import { markedNodes } from '../commands/pick.ts';
import type { Editor } from '../editor.ts';
import type { ViewportColors } from './palette-of.ts';

const SPRITE_PIXELS = 26;
const ICON_PIXELS = 64;
/** How long the line is that shows where a light shines, in metres. */
const BEAM = 2;
const DARK = '#15171b';

type Mark = { object: Group; sprite: Sprite | null; beam: LineSegments | null; box: LineSegments | null };

/** Marks for what has no surface: a badge for each light with its beam while it is selected, a box for a model on its way. */
export class Marks {
  readonly object = new Group();
  readonly #editor: Editor;
  readonly #marks = new Map<string, Mark>();
  readonly #texture = new CanvasTexture(drawBadge());
  readonly #beam = beamGeometry();
  readonly #box = new EdgesGeometry(new BoxGeometry(1, 1, 1).translate(0, 0.5, 0));
  readonly #line: LineBasicMaterial;

  constructor(editor: Editor, colors: ViewportColors) {
    this.#editor = editor;
    this.#texture.colorSpace = SRGBColorSpace;
    this.#line = new LineBasicMaterial({ color: colors.selection, toneMapped: false, transparent: true });
  }

  /** Brings the marks in line with the scene, the selection and the camera. */
  update(): void {
    const needed = markedNodes(this.#editor).filter(([id]) => isShown(this.#editor, id));
    const ids = new Set(needed.map(([id]) => id));
    for (const [id, mark] of this.#marks) {
      if (!ids.has(id)) {
        this.#remove(id, mark);
      }
    }
    for (const [id, node] of needed) {
      this.#place(id, node);
    }
  }

  dispose(): void {
    for (const [id, mark] of this.#marks) {
      this.#remove(id, mark);
    }
    this.#texture.dispose();
    this.#beam.dispose();
    this.#box.dispose();
    this.#line.dispose();
  }

  #place(id: string, node: SceneNode): void {
    const mark = this.#marks.get(id) ?? this.#create(id, node);
    const world = shownWorld(this.#editor, id);
    const at = new Vector3().setFromMatrixPosition(world);
    if (mark.sprite) {
      const { camera } = this.#editor;
      mark.sprite.position.copy(at);
      mark.sprite.scale.setScalar(camera.metresPerPixel(at) * SPRITE_PIXELS);
      mark.sprite.material.color.set('color' in node.props ? node.props.color : DARK);
    }
    if (mark.beam) {
      mark.beam.visible = this.#editor.selection.has(id);
      setRigid(mark.beam, world);
    }
    if (mark.box) {
      mark.box.matrix.copy(world);
    }
  }

  #create(id: string, node: SceneNode): Mark {
    const isLight = node.kind !== 'model';
    const isAimed = node.kind === 'spotLight' || node.kind === 'directionalLight';
    const sprite = isLight
      ? new Sprite(new SpriteMaterial({ map: this.#texture, toneMapped: false, transparent: true }))
      : null;
    const beam = isAimed ? new LineSegments(this.#beam, this.#line) : null;
    const box = isLight ? null : new LineSegments(this.#box, this.#line);
    const object = new Group();
    for (const part of [sprite, beam, box]) {
      if (part) {
        object.add(part);
      }
    }
    if (box) {
      box.matrixAutoUpdate = false;
    }
    const mark = { object, sprite, beam, box };
    this.#marks.set(id, mark);
    this.object.add(object);
    return mark;
  }

  #remove(id: string, { object, sprite }: Mark): void {
    sprite?.material.dispose();
    object.removeFromParent();
    this.#marks.delete(id);
  }
}

function isShown({ scene }: Editor, id: string): boolean {
  return [id, ...scene.ancestorsOf(id)].every((one) => scene.node(one)?.visible === true);
}

/** A light's beam has a length of its own, whatever the scale of its node. */
function setRigid(object: LineSegments, world: Matrix4): void {
  world.decompose(object.position, object.quaternion, new Vector3());
}

function beamGeometry(): BufferGeometry {
  const tip = 0.12;
  const points = [0, 0, 0, 0, 0, -BEAM, 0, 0, -BEAM, tip, 0, tip - BEAM, 0, 0, -BEAM, -tip, 0, tip - BEAM];
  return new BufferGeometry().setAttribute('position', new Float32BufferAttribute(points, 3));
}

/** A sun in white on a dark disc: tinted by the light's colour when it is drawn. */
function drawBadge(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = ICON_PIXELS;
  canvas.height = ICON_PIXELS;
  const context = canvas.getContext('2d');
  if (!context) {
    return canvas;
  }
  const middle = ICON_PIXELS / 2;
  context.translate(middle, middle);
  context.fillStyle = DARK;
  context.beginPath();
  context.arc(0, 0, middle - 2, 0, 2 * Math.PI);
  context.fill();
  context.strokeStyle = 'white';
  context.fillStyle = 'white';
  context.lineWidth = 4;
  context.lineCap = 'round';
  context.stroke();
  context.beginPath();
  context.arc(0, 0, 9, 0, 2 * Math.PI);
  context.fill();
  for (let ray = 0; ray < 8; ray += 1) {
    context.rotate(Math.PI / 4);
    context.beginPath();
    context.moveTo(0, 15);
    context.lineTo(0, 20);
    context.stroke();
  }
  return canvas;
}
