import { strToU8 } from 'fflate';

const XML = '<?xml version="1.0" encoding="utf-8"?>';

/** A source of a Collada: numbers or names, so many to an element. */
function source(id: string, kind: 'float' | 'Name', params: readonly string[], values: string): string {
  const count = values.trim().split(/\s+/).length;
  const size = params.reduce((sum, type) => sum + (type === 'float4x4' ? 16 : 1), 0);
  const list = params.map((type) => `<param name="P" type="${type}"/>`).join('');
  return `<source id="${id}"><${kind}_array id="${id}-array" count="${count}">${values}</${kind}_array><technique_common>
<accessor source="#${id}-array" count="${count / size}" stride="${size}">${list}</accessor></technique_common></source>`;
}

const FLOATS = ['float', 'float', 'float'];
const IDENTITY = '1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1';

/** A strip of two squares, one above the other. */
const STRIP = `<geometry id="strip"><mesh>
${source('places', 'float', FLOATS, '0 0 0 1 0 0 0 1 0 1 1 0 0 2 0 1 2 0')}
<vertices id="corners"><input semantic="POSITION" source="#places"/></vertices>
<triangles count="4"><input semantic="VERTEX" source="#corners" offset="0"/><p>0 1 2 1 3 2 2 3 4 3 5 4</p></triangles></mesh></geometry>`;

const MORPH = `<controller id="widen"><morph source="#strip" method="NORMALIZED">
${source('shapes', 'Name', ['name'], 'strip')}${source('shares', 'float', ['float'], '0')}
<targets><input semantic="MORPH_TARGET" source="#shapes"/><input semantic="MORPH_WEIGHT" source="#shares"/></targets></morph></controller>`;

function dae(parts: { libraries: string; nodes: string }): Uint8Array {
  return strToU8(`${XML}
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit meter="1"/><up_axis>Y_UP</up_axis></asset>
<library_geometries>${STRIP}</library_geometries>
${parts.libraries}
<library_visual_scenes><visual_scene id="all">${parts.nodes}</visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#all"/></scene>
</COLLADA>`);
}

/** An animation from one side to the other in two seconds. */
function animation(target: string): string {
  return `<library_animations><animation id="move">
${source('move-times', 'float', ['float'], '0 2')}
${source('move-values', 'float', FLOATS, '0 0 0 4 0 0')}
${source('move-kinds', 'Name', ['name'], 'LINEAR LINEAR')}
<sampler id="move-sampler"><input semantic="INPUT" source="#move-times"/><input semantic="OUTPUT" source="#move-values"/>
<input semantic="INTERPOLATION" source="#move-kinds"/></sampler>
<channel source="#move-sampler" target="${target}"/></animation></library_animations>`;
}

/** A Collada with a strip that moves by four along X in two seconds. */
export function movingDae(): Uint8Array {
  return dae({
    libraries: animation('Strip/place'),
    nodes:
      '<node id="Strip" name="Strip"><translate sid="place">0 0 0</translate><instance_geometry url="#strip"/></node>',
  });
}

/**
 * A Collada with a strip skinned to two bones, of which the upper one moves; optionally with unused
 * morph targets.
 */
export function skinnedDae({ morph = false }: { morph?: boolean } = {}): Uint8Array {
  const upper = IDENTITY.replace('0 1 0 0 0 0 1', '0 1 0 -1 0 0 1');
  const skin = `<library_controllers><controller id="bend"><skin source="#strip"><bind_shape_matrix>${IDENTITY}</bind_shape_matrix>
${source('bones', 'Name', ['name'], 'Lower Upper')}
${source('binds', 'float', ['float4x4'], `${IDENTITY} ${upper}`)}
${source('pulls', 'float', ['float'], '1')}
<joints><input semantic="JOINT" source="#bones"/><input semantic="INV_BIND_MATRIX" source="#binds"/></joints>
<vertex_weights count="6"><input semantic="JOINT" source="#bones" offset="0"/><input semantic="WEIGHT" source="#pulls" offset="1"/>
<vcount>1 1 1 1 1 1</vcount><v>0 0 0 0 0 0 0 0 1 0 1 0</v></vertex_weights></skin></controller>${morph ? MORPH : ''}</library_controllers>`;
  return dae({
    libraries: `${skin}${animation('Upper/place')}`,
    nodes: `<node id="Lower" sid="Lower" name="Lower" type="JOINT">
<node id="Upper" sid="Upper" name="Upper" type="JOINT"><translate sid="place">0 1 0</translate></node></node>
<node id="Strip" name="Strip"><instance_controller url="#bend"><skeleton>#Lower</skeleton></instance_controller></node>`,
  });
}

const USD_HEAD = `#usda 1.0
(
    defaultPrim = "Root"
    metersPerUnit = 1
    upAxis = "Y"
    startTimeCode = 0
    endTimeCode = 48
    timeCodesPerSecond = 24
)
`;
const USD_STRIP = `int[] faceVertexCounts = [3, 3, 3, 3]
        int[] faceVertexIndices = [0, 1, 2, 1, 3, 2, 2, 3, 4, 3, 5, 4]
        point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0), (0, 2, 0), (1, 2, 0)]`;

/** A USD layer with a strip that moves by four along X in two seconds. */
export function movingUsd(): Uint8Array {
  return strToU8(`${USD_HEAD}
def Xform "Root"
{
    def Mesh "Strip"
    {
        ${USD_STRIP}
        double3 xformOp:translate.timeSamples = {
            0: (0, 0, 0),
            48: (4, 0, 0),
        }
        uniform token[] xformOpOrder = ["xformOp:translate"]
    }
}
`);
}

const MATRIX = '( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1) )';
const RAISED = '( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 1, 0, 1) )';

/** A USD layer with a strip skinned to two bones, of which the upper one moves, and `more` in the mesh. */
export function skinnedUsd({ mesh = '', more = '' }: { mesh?: string; more?: string } = {}): Uint8Array {
  return strToU8(`${USD_HEAD}
def SkelRoot "Root" (
    prepend apiSchemas = ["SkelBindingAPI"]
)
{
    rel skel:skeleton = </Root/Bones>
    def Skeleton "Bones" (
        prepend apiSchemas = ["SkelBindingAPI"]
    )
    {
        uniform token[] joints = ["Lower", "Lower/Upper"]
        uniform matrix4d[] bindTransforms = [${MATRIX}, ${RAISED}]
        uniform matrix4d[] restTransforms = [${MATRIX}, ${RAISED}]
        rel skel:animationSource = </Root/Bones/Move>
        def SkelAnimation "Move"
        {
            uniform token[] joints = ["Lower", "Lower/Upper"]
            float3[] translations.timeSamples = {
                0: [(0, 0, 0), (0, 1, 0)],
                48: [(0, 0, 0), (0, 3, 0)],
            }
            quatf[] rotations = [(1, 0, 0, 0), (1, 0, 0, 0)]
            half3[] scales = [(1, 1, 1), (1, 1, 1)]
        }
    }
    def Mesh "Strip" (
        prepend apiSchemas = ["SkelBindingAPI"]
    )
    {
        ${USD_STRIP}
        int[] primvars:skel:jointIndices = [0, 0, 0, 0, 1, 1] (
            elementSize = 1
            interpolation = "vertex"
        )
        float[] primvars:skel:jointWeights = [1, 1, 1, 1, 1, 1] (
            elementSize = 1
            interpolation = "vertex"
        )
        rel skel:skeleton = </Root/Bones>
        ${mesh}
    }
    ${more}
}
`);
}
