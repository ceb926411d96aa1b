import '@babylonjs/loaders/glTF/2.0/glTFLoader.js';
import '@babylonjs/loaders/glTF/glTFFileLoader.js';
import '@babylonjs/loaders/glTF/2.0/Extensions/index.js';
import '@babylonjs/core/Animations/animatable.js';
import { FreeCamera } from '@babylonjs/core/Cameras/freeCamera.js';
import { PickingInfo } from '@babylonjs/core/Collisions/pickingInfo.js';
import { Ray } from '@babylonjs/core/Culling/ray.js';
import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { PointerEventTypes, PointerInfo } from '@babylonjs/core/Events/pointerEvents.js';
import { AppendSceneAsync } from '@babylonjs/core/Loading/sceneLoader.js';
import { PBRMaterial } from '@babylonjs/core/Materials/PBR/pbrMaterial.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import { Scene } from '@babylonjs/core/scene.js';
import { vi } from 'vitest';

const FRAME_MS = 20;

/** A GLB in Babylon.js without a screen, with its behaviour started. Its clock only moves by `pass`. */
export async function openInBabylon(glb: Uint8Array) {
  const warnings: unknown[] = [];
  const spies = (['warn', 'error'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((...words) => {
      warnings.push(words.join(' '));
    }),
  );
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  vi.useFakeTimers({ toFake: ['performance', 'Date'] });
  const engine = new NullEngine();
  const scene = new Scene(engine);
  scene.activeCamera = new FreeCamera('Camera', new Vector3(0, 0, -10), scene);
  await AppendSceneAsync(glb, scene, { pluginExtension: '.glb' });
  await scene.whenReadyAsync();
  const draw = () => {
    engine.beginFrame();
    scene.render();
    engine.endFrame();
  };
  const pass = (seconds: number) => {
    for (let ms = 0; ms < seconds * 1_000; ms += FRAME_MS) {
      vi.advanceTimersByTime(FRAME_MS);
      draw();
    }
  };
  pass(FRAME_MS / 1_000);
  /** A node by its name, such as `Lamp`, or within another, such as `Desk/Lamp`. */
  const named = (path: string) => {
    const [name = '', inner] = path.split('/');
    const outer = scene.getNodeByName(name);
    const node = inner === undefined ? outer : outer?.getDescendants().find((one) => one.name === inner);
    if (!(node instanceof TransformNode)) {
      throw new Error(`There is no node ${path}`);
    }
    return node;
  };
  const shapesOf = (name: string) => {
    const node = named(name);
    return [node, ...node.getDescendants()].filter((one) => one instanceof AbstractMesh);
  };
  const rounded = (values: readonly number[]) => values.map((value) => Math.round(value * 1e4) / 1e4 + 0);
  return {
    warnings,
    pass,
    /** Clicks the first mesh of a node, as if the pointer had hit it. */
    click: (name: string) => {
      const info = new PickingInfo();
      info.hit = true;
      info.pickedMesh = shapesOf(name).find((mesh) => mesh.getTotalVertices() > 0) ?? null;
      info.pickedPoint = Vector3.Zero();
      info.ray = new Ray(Vector3.Zero(), Vector3.Forward());
      // Only the id of the pointer is read.
      const event = { pointerId: 0 } as unknown as ConstructorParameters<typeof PointerInfo>[1];
      const type = PointerEventTypes.POINTERPICK;
      scene.onPointerObservable.notifyObservers(new PointerInfo(type, event, info), type);
      pass(FRAME_MS / 1_000);
    },
    isShown: (name: string) => shapesOf(name).some((mesh) => mesh.isVisible && mesh.isEnabled()),
    place: (name: string) => rounded(named(name).position.asArray()),
    places: (name: string) =>
      scene
        .getNodes()
        .flatMap((node) =>
          node instanceof TransformNode && node.name === name ? [rounded(node.position.asArray())] : [],
        ),
    turn: (name: string) => rounded(named(name).rotationQuaternion?.asArray() ?? [0, 0, 0, 1]),
    color: (name: string) => {
      const material = scene.getMaterialByName(name);
      return material instanceof PBRMaterial ? rounded(material.albedoColor.asArray()) : null;
    },
    dispose: () => {
      engine.dispose();
      vi.useRealTimers();
      for (const spy of spies) {
        spy.mockRestore();
      }
    },
  };
}
