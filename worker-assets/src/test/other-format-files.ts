import { strToU8, zipSync } from 'fflate';

/** Options of {@link daeText}. */
type DaeParts = {
  unit?: string;
  up?: string;
  head?: string;
  image?: string;
  nodes?: string;
  library?: string;
};

const XML = '<?xml version="1.0" encoding="utf-8"?>';

/** A Collada triangle, one unit wide and two high, moved by five along X. */
export function daeText({
  unit = '<unit meter="1"/>',
  up = 'Y_UP',
  head = '',
  image = '',
  nodes = '',
  library = '',
}: DaeParts = {}): Uint8Array {
  const paint = image ? '<texture texture="wood-sampler" texcoord="UVMap"/>' : '<color>0.8 0.1 0.1 1</color>';
  const params = image
    ? `<newparam sid="wood-surface"><surface type="2D"><init_from>wood</init_from></surface></newparam>
       <newparam sid="wood-sampler"><sampler2D><source>wood-surface</source></sampler2D></newparam>`
    : '';
  return strToU8(`${XML}${head}
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset>${unit}<up_axis>${up}</up_axis></asset>
${image && `<library_images><image id="wood"><init_from>${image}</init_from></image></library_images>`}
<library_effects><effect id="paint-effect"><profile_COMMON>${params}<technique sid="common"><lambert>
<diffuse>${paint}</diffuse></lambert></technique></profile_COMMON></effect></library_effects>
<library_materials><material id="paint" name="Paint"><instance_effect url="#paint-effect"/></material></library_materials>
<library_geometries><geometry id="flag"><mesh>
<source id="places"><float_array id="places-array" count="9">0 0 0 1 0 0 0 2 0</float_array><technique_common>
<accessor source="#places-array" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<source id="uvs"><float_array id="uvs-array" count="6">0 0 1 0 0 1</float_array><technique_common>
<accessor source="#uvs-array" count="3" stride="2"><param name="S" type="float"/><param name="T" type="float"/></accessor></technique_common></source>
<vertices id="corners"><input semantic="POSITION" source="#places"/></vertices>
<triangles material="paint" count="1"><input semantic="VERTEX" source="#corners" offset="0"/>
<input semantic="TEXCOORD" source="#uvs" offset="1" set="0"/><p>0 0 1 1 2 2</p></triangles></mesh></geometry></library_geometries>
${library}
<library_visual_scenes><visual_scene id="all"><node id="Flag" name="Flag"><translate>5 0 0</translate>
<instance_geometry url="#flag"><bind_material><technique_common><instance_material symbol="paint" target="#paint"/></technique_common></bind_material></instance_geometry></node>${nodes}</visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#all"/></scene>
</COLLADA>`);
}

/** Options of {@link printArchive}. */
type PrintParts = { unit?: string; head?: string; vertices?: string; objects?: string; items?: string };

/** A 3MF tetrahedron with legs of ten units and one painted face. */
export function printArchive({
  unit = 'millimeter',
  head = '',
  vertices = '<vertex x="0" y="0" z="0"/><vertex x="10" y="0" z="0"/><vertex x="0" y="20" z="0"/><vertex x="0" y="0" z="30"/>',
  objects = '',
  items = '<item objectid="1"/>',
}: PrintParts = {}): Record<string, Uint8Array> {
  const model = `${XML}${head}
<model unit="${unit}" xml:lang="en-US" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">
<resources><basematerials id="5"><base name="Red" displaycolor="#CC2211"/></basematerials>
<object id="1" type="model" pid="5" pindex="0"><mesh><vertices>${vertices}</vertices><triangles>
<triangle v1="0" v2="2" v3="1"/><triangle v1="0" v2="1" v3="3"/><triangle v1="0" v2="3" v3="2"/><triangle v1="1" v2="2" v3="3"/>
</triangles></mesh></object>${objects}</resources><build>${items}</build></model>`;
  const rels = `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Target="/3D/3dmodel.model" Id="rel0" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>`;
  const types = `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`;
  return {
    '[Content_Types].xml': strToU8(types),
    '_rels/.rels': strToU8(rels),
    '3D/3dmodel.model': strToU8(model),
  };
}

/** The same as a single file. */
export function printFile(parts: PrintParts = {}): Uint8Array {
  return zipSync(printArchive(parts));
}

/** A text PLY with three coloured vertices, and the faces of `faces`. */
export function plyText({
  faces = ['3 0 1 2'],
  corners = ['0 0 0 255 0 0', '1 0 0 0 255 0', '0 2 0 0 0 255'],
  counts = {},
}: {
  faces?: string[];
  corners?: string[];
  counts?: { vertex?: number; face?: number };
} = {}): Uint8Array {
  const channels = ['red', 'green', 'blue'].map((channel) => `property uchar ${channel}`);
  return strToU8(
    [
      'ply',
      'format ascii 1.0',
      `element vertex ${counts.vertex ?? corners.length}`,
      ...['x', 'y', 'z'].map((axis) => `property float ${axis}`),
      ...channels,
      `element face ${counts.face ?? faces.length}`,
      'property list uchar int vertex_indices',
      'end_header',
      ...corners,
      ...faces,
      '',
    ].join('\n'),
  );
}

/** A binary PLY triangle, one unit wide and two high. */
export function plyBinary(isLittle: boolean): Uint8Array {
  const head = strToU8(
    [
      'ply',
      `format binary_${isLittle ? 'little' : 'big'}_endian 1.0`,
      'element vertex 3',
      ...['x', 'y', 'z'].map((axis) => `property double ${axis}`),
      'element face 1',
      'property list uchar int vertex_indices',
      'end_header',
      '',
    ].join('\n'),
  );
  const body = new DataView(new ArrayBuffer(9 * 8 + 1 + 3 * 4));
  [0, 0, 0, 1, 0, 0, 0, 2, 0].forEach((value, i) => {
    body.setFloat64(i * 8, value, isLittle);
  });
  body.setUint8(72, 3);
  [0, 1, 2].forEach((corner, i) => {
    body.setInt32(73 + i * 4, corner, isLittle);
  });
  return Uint8Array.from([...head, ...new Uint8Array(body.buffer)]);
}

/** A USD layer with a triangle, one unit wide and two high, and an optional texture. */
export function usdText({
  head = 'metersPerUnit = 1\nupAxis = "Y"',
  picture = '',
  more = '',
}: {
  head?: string;
  picture?: string;
  more?: string;
} = {}): Uint8Array {
  const color = picture
    ? 'color3f inputs:diffuseColor.connect = </Root/Paint/Picture.outputs:rgb>'
    : 'color3f inputs:diffuseColor = (0.8, 0.1, 0.1)';
  const texture = picture
    ? `def Shader "Picture" {
        uniform token info:id = "UsdUVTexture"
        asset inputs:file = @${picture}@
        float2 inputs:st.connect = </Root/Paint/Reader.outputs:result>
        float3 outputs:rgb
      }
      def Shader "Reader" {
        uniform token info:id = "UsdPrimvarReader_float2"
        string inputs:varname = "st"
        float2 outputs:result
      }`
    : '';
  return strToU8(`#usda 1.0
(
    defaultPrim = "Root"
    ${head}
)

def Xform "Root"
{
    def Mesh "Flag" (
        prepend apiSchemas = ["MaterialBindingAPI"]
    )
    {
        int[] faceVertexCounts = [3]
        int[] faceVertexIndices = [0, 1, 2]
        point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 2, 0)]
        texCoord2f[] primvars:st = [(0, 0), (1, 0), (0, 1)] (
            interpolation = "vertex"
        )
        rel material:binding = </Root/Paint>
    }
    def Material "Paint"
    {
        token outputs:surface.connect = </Root/Paint/Surface.outputs:surface>
        def Shader "Surface"
        {
            uniform token info:id = "UsdPreviewSurface"
            ${color}
            float inputs:roughness = 0.4
            token outputs:surface
        }
        ${texture}
    }
    ${more}
}
`);
}

/** A USDZ of uncompressed files, with the layer first. */
export function usdArchive(files: Record<string, Uint8Array>): Uint8Array {
  return zipSync(files, { level: 0 });
}

type Bounds = { min: number[]; max: number[] };

/** Bounds rounded to a thousandth. */
export function rounded({ min, max }: Bounds): Bounds {
  const round = (values: number[]) => values.map((value) => Math.round(value * 1000) / 1000 + 0);
  return { min: round(min), max: round(max) };
}
