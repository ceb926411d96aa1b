/** Parts of a text FBX file: its objects, and their connections. */
export type FbxParts = {
  objects?: string;
  connections?: string;
  version?: number;
  indent?: string;
  /** Transform of the square, as properties. */
  placing?: string;
};

const QUAD = 1;
const MODEL = 2;
/** Id of the material of {@link fbxText}'s square, for connections. */
export const FBX_MATERIAL = 3;
/** Id of the square itself. */
export const FBX_MODEL = MODEL;

const square = (placing: string) => `Geometry: ${QUAD}, "Geometry::", "Mesh" {
Vertices: *12 {
a: 0,0,0,100,0,0,100,100,0,0,100,0
}
PolygonVertexIndex: *4 {
a: 0,1,2,-4
}
LayerElementUV: 0 {
MappingInformationType: "ByPolygonVertex"
ReferenceInformationType: "IndexToDirect"
UV: *8 {
a: 0,0,1,0,1,1,0,1
}
UVIndex: *4 {
a: 0,1,2,3
}
}
}
Model: ${MODEL}, "Model::Square", "Mesh" {
Version: 232
Properties70:  {
${placing}
}
}`;

/**
 * A material with custom properties: `P: "Opacity", "double", "Number", "",0.5` and the like, a line each.
 */
export function fbxMaterial(properties: string): string {
  return `Material: ${FBX_MATERIAL}, "Material::Paint", "" {
ShadingModel: "phong"
Properties70:  {
${properties}
}
}`;
}

/** Rotates the square by so many degrees around a point along X, in its unit. */
export function fbxPivot(x: number, degrees: number): string {
  return [
    `P: "RotationPivot", "Vector3D", "Vector", "",${x},0,0`,
    `P: "Lcl Rotation", "Lcl Rotation", "", "A",0,0,${degrees}`,
  ].join('\n');
}

/** A text FBX with a square of a metre with a material, and further parts. */
export function fbxText({
  objects = '',
  connections = '',
  version = 7400,
  indent = '\t',
  placing = '',
}: FbxParts = {}): Uint8Array {
  const material = objects.includes('Material:') ? '' : fbxMaterial('');
  const text = `; FBX ${version / 1000}.0 project file
FBXHeaderExtension:  {
FBXHeaderVersion: 1003
FBXVersion: ${version}
}
GlobalSettings:  {
Version: 1000
Properties70:  {
P: "UpAxis", "int", "Integer", "",1
P: "UnitScaleFactor", "double", "Number", "",1
}
}
Objects:  {
${square(placing)}
${material}
${objects}
}
Connections:  {
C: "OO",${MODEL},0
C: "OO",${QUAD},${MODEL}
C: "OO",${FBX_MATERIAL},${MODEL}
${connections}
}
`;
  let depth = 0;
  const lines = text.split('\n').map((line) => {
    depth -= line === '}' ? 1 : 0;
    const indented = indent.repeat(Math.max(0, depth)) + line;
    depth += line.endsWith('{') ? 1 : 0;
    return indented;
  });
  return new TextEncoder().encode(lines.join('\n'));
}

/** A picture embedded in a text FBX as the square's colour; its base64 is split into so many pieces. */
export function fbxPicture(name: string, bytes: Uint8Array | null, pieces = 1): FbxParts {
  const length = bytes ? Math.ceil(bytes.length / pieces) : 0;
  const parts = Array.from({ length: bytes ? pieces : 0 }, (_, i) =>
    Buffer.from(bytes?.subarray(i * length, (i + 1) * length) ?? []).toString('base64'),
  );
  const content = parts.length > 0 ? `Content: ,\n${parts.map((part) => `"${part}"`).join(',\n')}` : '';
  return {
    objects: `Video: 4, "Video::Picture", "Clip" {
Type: "Clip"
Filename: "C:\\work\\${name}"
RelativeFilename: "..\\${name}"
${content}
}
Texture: 5, "Texture::Picture", "" {
FileName: "C:\\work\\${name}"
RelativeFilename: "..\\${name}"
}`,
    connections: `C: "OP",5,${FBX_MATERIAL}, "DiffuseColor"\nC: "OO",4,5`,
  };
}
