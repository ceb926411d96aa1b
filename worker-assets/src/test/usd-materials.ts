import { strToU8 } from 'fflate';

/** A USD layer with a triangle that is bound to `/Root/Paint`, which `material` describes. */
export function usdWithMaterial(material: string): Uint8Array {
  return strToU8(`#usda 1.0
( metersPerUnit = 1 upAxis = "Y" defaultPrim = "Root" )
def Xform "Root" {
  def Mesh "Flag" (prepend apiSchemas = ["MaterialBindingAPI"]) {
    int[] faceVertexCounts = [3]
    int[] faceVertexIndices = [0, 1, 2]
    point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 2, 0)]
    texCoord2f[] primvars:st = [(0, 0), (1, 0), (0, 1)] (interpolation = "vertex")
    rel material:binding = </Root/Paint>
  }
  ${material}
}
`);
}

/** A material whose only surface shader has these inputs, beside further nodes. */
export function shaded(
  id: string,
  inputs: string,
  { nodes = '', context = '', settings = '' }: { nodes?: string; context?: string; settings?: string } = {},
): string {
  return `def Material "Paint" { ${settings}
    token outputs:${context}surface.connect = </Root/Paint/Surface.outputs:surface>
    def Shader "Surface" { ${id.includes('=') ? id : `uniform token info:id = "${id}"`}
      ${inputs}
      token outputs:surface }
    ${nodes} }`;
}

/** A texture node of UsdPreviewSurface. */
export function uvTexture(name: string, file: string, more = ''): string {
  return `def Shader "${name}" { uniform token info:id = "UsdUVTexture"
    asset inputs:file = @${file}@
    ${more}
    float3 outputs:rgb }`;
}

/** A node of another library, such as MaterialX's or Arnold's. */
export function shaderNode(name: string, id: string, inputs: string): string {
  return `def Shader "${name}" { uniform token info:id = "${id}"
    ${inputs}
    token outputs:out }`;
}

/** A MaterialX document with one material `Paint`. */
export function mtlxText(surface: string, graph = ''): Uint8Array {
  return strToU8(`<?xml version="1.0"?>
<materialx version="1.38" fileprefix="maps/">
  ${graph && `<nodegraph name="Graph">${graph}</nodegraph>`}
  ${surface}
  <surfacematerial name="Paint" type="material">
    <input name="surfaceshader" type="surfaceshader" nodename="Surface" />
  </surfacematerial>
</materialx>`);
}
