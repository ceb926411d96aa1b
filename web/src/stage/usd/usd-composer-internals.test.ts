import { strToU8 } from 'fflate';
import {
  type BufferGeometry,
  ClampToEdgeWrapping,
  type KeyframeTrack,
  LoadingManager,
  type Material,
  type Mesh,
  type Object3D,
  RepeatWrapping,
} from 'three';
import { describe, expect, it } from 'vitest';
import { composeLayers } from './compose-layers.ts';
import type { Attributes, Subset } from './face-varying-colors.ts';
import type { Spec } from './layer-specs.ts';
import { openUsd } from './layers.ts';
import { ComposerSteps } from './usd-composer-internals.ts';

class Recorder extends ComposerSteps {
  readonly steps: string[] = [];
  readonly tracks: KeyframeTrack[] = [];

  protected override buildHierarchy(parent: Object3D, path: string): void {
    this.steps.push(`children of ${path}`);
    super.buildHierarchy(parent, path);
  }

  protected override buildMesh(path: string, spec: Spec): Mesh | null {
    this.steps.push(`mesh ${path} ${String(spec.fields.typeName)}`);
    return super.buildMesh(path, spec);
  }

  protected override buildGeometry(path: string, attributes: Attributes): BufferGeometry {
    this.steps.push(`geometry ${path} ${Array.from(this.triangleCorners(attributes)).join(' ')}`);
    return super.buildGeometry(path, attributes);
  }

  protected override buildGeometryWithSubsets(attributes: Attributes, subsets: Subset[]): BufferGeometry {
    const parts = subsets.map(({ indices, materialPath }) => `${Array.from(indices)} in ${materialPath}`);
    this.steps.push(`geometry with ${parts.join(', ')}`);
    return super.buildGeometryWithSubsets(attributes, subsets);
  }

  protected override buildMaterial(path: string, attributes: Attributes): Material {
    this.steps.push(`material of ${path}, bound to ${this.boundMaterialOf(path)}`);
    return super.buildMaterial(path, attributes);
  }

  protected override applyMaterial(material: Material, path: string): void {
    this.steps.push(`values of ${path}`);
    super.applyMaterial(material, path);
  }

  protected override buildTransformAnimations(): KeyframeTrack[] {
    const tracks = super.buildTransformAnimations();
    this.tracks.push(...tracks);
    return tracks;
  }

  attributes(path: string): Attributes {
    return this.attributesOf(path);
  }

  wrappings(...modes: string[]): number[] {
    return modes.map((mode) => this.wrappingOf(mode));
  }
}

function compose(body: string): Recorder {
  const { root, layers } = openUsd(strToU8(`#usda 1.0\n${body}\n`).slice().buffer);
  const recorder = new Recorder(new LoadingManager());
  recorder.compose({ specsByPath: composeLayers(root, layers) });
  return recorder;
}

const SQUARE =
  'int[] faceVertexCounts = [4]\nint[] faceVertexIndices = [0, 1, 2, 3]\npoint3f[] points = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]';
const PAINT =
  'def Material "Paint" { token outputs:surface.connect = </Paint/S.outputs:surface>\ndef Shader "S" { uniform token info:id = "UsdPreviewSurface" } }';

describe('the USD composer of three.js', () => {
  it('builds a mesh through overridable methods', () => {
    const { steps } = compose(`def Mesh "A" { ${SQUARE}\nrel material:binding = </Paint> } ${PAINT}`);
    expect(steps).toEqual(
      expect.arrayContaining([
        'children of /',
        'mesh /A Mesh',
        'geometry /A 0 1 2 0 2 3',
        'material of /A, bound to /Paint',
        'values of /Paint',
      ]),
    );
  });

  it('builds a mesh with subsets through other methods', () => {
    const subset = 'def GeomSubset "S" { int[] indices = [0]\nrel material:binding = </Paint> }';
    const { steps } = compose(`def Mesh "A" { ${SQUARE}\n${subset} } ${PAINT}`);
    expect(steps).toEqual(expect.arrayContaining(['geometry with 0 in /Paint', 'values of /Paint']));
  });

  it('names tracks after their prims and reads the current prims', () => {
    const moving = 'double3 xformOp:translate.timeSamples = { 0: (0, 0, 0), 24: (1, 2, 3) }';
    const order = 'uniform token[] xformOpOrder = ["xformOp:translate"]';
    const { tracks } = compose(`def Xform "A" { ${moving}\n${order} }`);
    expect(tracks.map(({ name }) => name)).toEqual(['A.position']);
    expect(Array.from(tracks[0]?.values ?? []).slice(-3)).toEqual([1, 2, 3]);
  });

  it('returns prim attributes and texture wrapping modes', () => {
    const composer = compose(`def Mesh "A" { ${SQUARE} }`);
    expect(composer.attributes('/A').faceVertexCounts).toEqual([4]);
    expect(composer.wrappings('repeat', 'clamp')).toEqual([RepeatWrapping, ClampToEdgeWrapping]);
  });
});
