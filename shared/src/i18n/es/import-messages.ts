import type { Translation } from '../catalogues.ts';
import { messages as workspace } from './import-messages/workspace.ts';

/** Spanish messages about imports. */
export const messages: Translation<'import-messages'> = {
  'output.memory':
    'Los archivos de esta escena ocupan más de 2000 MB de memoria en conjunto. Reduce sus imágenes o quita algunos archivos.',
  'output.memory-largest':
    'Los archivos de esta escena ocupan más de 2000 MB de memoria en conjunto. Reduce sus imágenes o quita algunos archivos. El más grande es {name}.',
  'output.time':
    'Los archivos de esta escena tardan demasiado en combinarse. Simplifica los modelos o quita algunos.',
  'output.time-largest':
    'Los archivos de esta escena tardan demasiado en combinarse. Simplifica los modelos o quita algunos. El archivo más grande es {name}.',
  'output.crash': 'No se han podido combinar los archivos de esta escena.',
  'output.crash-largest': 'No se han podido combinar los archivos de esta escena. El más grande es {name}.',
  'output.drawing':
    'Esta escena es demasiado grande para renderizarla. Simplifica los modelos o quita algunos.',
  'output.drawing-largest':
    'Esta escena es demasiado grande para renderizarla. Simplifica los modelos o quita algunos. El archivo más grande es {name}.',
  'output.file-unreadable': 'No se ha podido leer el archivo {name}.',

  'limit.memory':
    'Abrir el archivo requiere más memoria de la disponible. Reduce sus imágenes o divídelo en varios archivos.',
  'limit.time': 'El archivo tarda demasiado en abrirse. Simplifica el modelo o divídelo en varios archivos.',
  'limit.memory-used':
    'Abrir el archivo requiere más de {limit} MB de memoria: iba por {used} MB cuando se detuvo. Reduce sus imágenes o divídelo en varios archivos.',
  'limit.time-used':
    'Abrir el archivo requiere más de {limit} segundos de procesador: iba por {used} cuando se detuvo. Simplifica el modelo o divídelo en varios archivos.',
  'limit.too-large':
    'El archivo es demasiado grande para abrirlo: leerlo requiere más de 2 minutos o más memoria de la disponible. Simplifica el modelo, reduce sus imágenes o expórtalo como GLB.',
  'limit.unpacked-file': 'El archivo es demasiado grande una vez descomprimido.',
  'limit.unpacked-archive': 'El archivo comprimido es demasiado grande una vez descomprimido.',
  'limit.copies': 'El archivo repite sus partes demasiadas veces para renderizarlo.',
  'limit.nesting': 'El archivo tiene demasiados niveles de anidamiento.',

  'fault.converter':
    'El conversor no ha podido procesar este archivo. Expórtalo de nuevo o en otro formato, como GLB.',
  'fault.ours': 'El error es nuestro; tu archivo está bien. Inténtalo de nuevo más tarde.',

  'unreadable.picture': 'no se puede leer.',
  'unreadable.sky': 'su imagen no se puede leer.',
  'unreadable.font': 'sus glifos no se pueden leer.',
  'unreadable.sound': 'el archivo está dañado o se desconoce su duración.',
  'sound.too-long': 'dura más de {minutes} minutos.',
  'sound.film': 'el archivo es un vídeo.',

  'format.unknown': 'Diorama no admite el formato de este archivo.',
  'format.picture': 'El archivo es una imagen, no un modelo.',
  'format.model': 'El archivo es un modelo, no una imagen.',

  'archive.nested':
    'El archivo comprimido contiene otro. Incluye los archivos del modelo directamente en él.',
  'archive.no-model': 'El archivo comprimido no contiene ningún modelo en un formato admitido.',
  'archive.too-many-files': 'El archivo comprimido contiene {count} archivos; el límite es {limit}.',
  'archive.outside': 'El archivo comprimido hace referencia a archivos externos.',
  'archive.links': 'El archivo comprimido contiene enlaces, que no se admiten.',
  'archive.encrypted': 'El archivo comprimido está cifrado.',
  'archive.damaged': 'El archivo comprimido está dañado y no se puede descomprimir.',
  'archive.further-models': 'El archivo comprimido contiene más modelos, que se han omitido: {names}.',

  '3mf.no-part': 'El archivo está dañado: no contiene ninguna pieza imprimible.',
  '3mf.extensions-required':
    'El archivo necesita extensiones de 3MF que Diorama no admite: {names}. Expórtalo como mallas simples.',
  '3mf.extension': 'La extensión de 3MF {name}, que no se admite',
  '3mf.blended-colors': 'Colores mezclados con imágenes',

  'files.missing-geometry': 'La geometría está en archivos que no se han subido: {names}.',
  'files.unreadable': '{name}',
  'files.several': 'Varios archivos se llaman {name}. Se ha usado {path}.',
  'files.other-ending': 'No se ha encontrado {name}. Se ha usado {path} en su lugar.',

  'glb.empty': 'El archivo GLB termina antes de que empiece su contenido.',
  'glb.none': 'El archivo no es un GLB válido.',
  'glb.cut-off': 'El archivo GLB está incompleto: es más corto de lo que declara su cabecera.',
  'glb.part-cut-off': 'El archivo GLB está incompleto: uno de sus bloques es más corto de lo declarado.',
  'glb.no-description': 'El archivo GLB no empieza con su bloque JSON.',

  'gltf.no-version': 'El archivo no tiene una versión de glTF admitida. Expórtalo como glTF 2.0.',
  'gltf.version': 'El archivo es glTF {version}. Expórtalo como glTF 2.0.',
  'gltf.description-too-large': 'La descripción de la escena es demasiado grande.',
  'gltf.description-too-deep': 'La descripción de la escena tiene demasiados niveles.',
  'gltf.description-damaged': 'La descripción de la escena está dañada.',
  'gltf.none': 'El archivo es JSON, pero no glTF.',
  'gltf.no-mesh': 'El archivo no contiene nada que mostrar: ninguna malla con vértices.',
  'gltf.extensions-required': 'El archivo necesita extensiones de glTF que Diorama no admite: {names}.',
  'gltf.invalid': 'El archivo no es un glTF válido y no se puede reparar ({codes}).',
  'gltf.too-many': 'El archivo tiene {count} elementos de «{name}»; el límite es {limit}.',
  'gltf.too-much-geometry': 'El archivo contiene {size} MB de geometría; el límite es {limit} MB.',
  'gltf.too-deep': 'Los nodos están anidados en más de {limit} niveles.',
  'gltf.not-a-list': 'El archivo está dañado. Sus «{name}» no son una lista.',
  'gltf.buffer-view-outside': 'El archivo está dañado. La vista de búfer {index} queda fuera de su búfer.',
  'gltf.accessor-form': 'El archivo está dañado. El accesor {index} es de un tipo desconocido.',
  'gltf.accessor-missing-data': 'El archivo está dañado. El accesor {index} remite a datos que no existen.',
  'gltf.accessor-too-long':
    'El archivo está dañado. El accesor {index} tiene {count} elementos, más de los que hay en sus datos.',
  'gltf.accessor-sparse':
    'El archivo está dañado. El accesor {index} sustituye más elementos de los que tiene.',
  'gltf.missing-child': 'El archivo está dañado. El nodo {index} tiene un hijo que no existe.',
  'gltf.several-parents':
    'El archivo está dañado. El nodo {index} tiene varios padres, o es su propio padre.',
  'gltf.circle': 'El archivo está dañado. Sus nodos se contienen unos a otros en bucle.',
  'gltf.compressed-data': 'El archivo está dañado. Sus datos comprimidos tienen un formato desconocido.',
  'gltf.parts-do-not-fit': 'El archivo está dañado: sus partes no concuerdan.',
  'gltf.extension-unknown': 'La extensión {name}, que no se admite',
  'gltf.extension-unreadable': 'La extensión {name}, que no se puede leer',
  'gltf.variant': 'Materiales de la variante {name}',
  'gltf.specular-glossiness': 'Materiales especular-brillo convertidos a metálico-rugosidad',
  'gltf.further-scene': 'Otra escena: de un archivo solo se importa la escena predeterminada',
  'gltf.further-scene-named': 'La escena {name}: de un archivo solo se importa la escena predeterminada',
  'gltf.ktx-converted': '{count} texturas KTX2 convertidas a WebP',
  'gltf.ktx-unreadable': '{name}: su imagen KTX2 no se puede leer',
  'gltf.ktx-unreadable-unnamed': 'Una textura: su imagen KTX2 no se puede leer',
  'gltf.ktx-cube': '{name}: su imagen KTX2 es un mapa cúbico',
  'gltf.ktx-cube-unnamed': 'Una textura: su imagen KTX2 es un mapa cúbico',
  'gltf.ktx-several': '{name}: su archivo KTX2 contiene varias imágenes',
  'gltf.ktx-several-unnamed': 'Una textura: su archivo KTX2 contiene varias imágenes',

  'damaged.nothing-to-draw': 'El archivo no contiene nada que mostrar: ni caras, ni líneas, ni puntos.',
  'damaged.format': 'El archivo está dañado o no es un archivo {format} legible.',
  'damaged.too-deep': 'El archivo está dañado: sus partes están anidadas en demasiados niveles.',
  'damaged.ends-early': 'El archivo está dañado: termina antes de tiempo.',
  'damaged.missing-corners': 'El archivo está dañado: sus caras hacen referencia a vértices que no existen.',
  'damaged.wrong-corners':
    'El archivo está dañado: sus caras hacen referencia a vértices que no existen o que no son números.',
  'damaged.holds-itself': 'El archivo está dañado: una de sus partes se contiene a sí misma.',
  'damaged.xml': 'El archivo está dañado: termina antes de tiempo o sus etiquetas XML no concuerdan.',
  'damaged.xml-entities': 'El archivo declara entidades XML propias, que no se admiten. Expórtalo de nuevo.',
  'damaged.ends-before-content': 'El archivo está dañado: termina antes de todo el contenido que declara.',
  'damaged.head-ends-early': 'El archivo está dañado: su cabecera termina antes de tiempo.',
  'damaged.claims-too-much': 'El archivo está dañado: declara más contenido del que contiene.',

  'fbx.no-version': 'El archivo es de texto, pero no es FBX: no indica su versión.',
  'fbx.list-cut-off': 'El archivo está incompleto: una lista de números no termina.',
  'fbx.cut-off': 'El archivo empieza como un FBX, pero está incompleto o dañado.',
  'fbx.nothing-follows': 'El archivo empieza como un FBX, pero está dañado: no tiene contenido.',
  'fbx.only-nurbs':
    'El archivo solo contiene superficies NURBS. Conviértelas en polígonos y expórtalo de nuevo.',
  'fbx.only-bones': 'El archivo solo contiene huesos y su animación. Expórtalo junto con la malla.',
  'fbx.no-objects': 'El archivo está dañado o vacío: no contiene ningún objeto.',
  'fbx.too-old':
    'El archivo es FBX {version}, una versión demasiado antigua. El programa gratuito FBX Converter, de Autodesk, puede convertirlo a FBX 2013, que sí se admite.',
  'fbx.property-animations': '{count} animaciones de propiedades no admitidas',
  'fbx.animation-layers': '{count} animaciones de capas adicionales',
  'fbx.unnamed-pictures': '{count} imágenes sin nombre',
  'fbx.missing-bones': '{count} huesos del esqueleto, que faltan',
  'fbx.curves': '{count} curvas, que no se importan',
  'fbx.loose-edges': 'Aristas sin caras, que no se importan',
  'fbx.levels-of-detail': '{count} partes de niveles de detalle inferiores',

  'usd.instance-movements': 'Animaciones de instancias',
  'usd.first-tile': 'Todos los mosaicos de imagen salvo el primero',
  'usd.unread-shader': 'El material {name}, cuyo sombreador no se admite',
  'usd.curves': 'Curvas, que no se admiten en este formato',
  'usd.curved-surfaces': 'Superficies curvas, que no se admiten en este formato',
  'usd.points': 'Puntos, que no se admiten en este formato',
  'usd.volumes': 'Volúmenes, que no se pueden mostrar',
  'usd.dome-light': 'Luz de cúpula, que no se importa',

  '3ds.smoothing': 'Grupos de suavizado y materiales de las caras, que no se pueden leer',
  'lost.materials-and-pictures': 'Materiales e imágenes, que no se pueden leer',
  'lost.cameras-and-lights': 'Cámaras y luces, que no se pueden leer',

  'lost.hidden-parts': '{count} partes ocultas',
  'lost.animations': 'Animaciones, que no se pueden leer',
  'lost.curves': 'Curvas, que no se pueden leer',
  'lost.skins-and-morph-targets': 'Esqueletos y formas de deformación, que no se pueden leer',
  'lost.morph-targets': 'Formas de deformación, que no se admiten en este formato',
  'lost.all-morph-targets': 'Las {count} formas de deformación',
  'lost.height-maps': 'Mapas de relieve, que no se pueden mostrar',
  'lost.transparency-maps': 'Mapas de transparencia con un mapeado UV distinto al del color de su material',
  'lost.highlight-pictures': 'Mapas especulares, de lustre y de barniz, que no se pueden mostrar',
  'lost.property-pictures': 'Mapas del material {name} de propiedades que glTF no tiene',
  'lost.material-pictures': 'Imágenes del material {name}, que faltan o no se pueden leer',
  'lost.material-pictures-unnamed': 'Imágenes de un material sin nombre, que faltan o no se pueden leer',
  'lost.unshown-picture': 'La imagen {name}, que ningún material usa',
  'lost.textures': '{count} texturas que no se pueden leer',
  'lost.some-materials': '{lost} de {count} materiales',
  'lost.some-pictures': '{lost} de {count} imágenes',
  'lost.some-animations': '{lost} de {count} animaciones',
  'lost.some-triangles': '{lost} de {count} triángulos',
  'lost.broken-faces':
    'Se han omitido algunas caras: tienen menos de tres vértices, hacen referencia a vértices que no existen o están incompletas.',
  'lost.faces': 'Algunas caras hacen referencia a vértices que no existen y se han omitido.',
  'lost.cut-off-triangles':
    'El archivo termina antes de todos los triángulos que declara; se han importado los que contiene.',

  'changed.offset':
    'El modelo estaba en coordenadas de mapa y se ha movido al origen. Su desplazamiento es {x}, {y}, {z} metros.',
  'changed.converted': '{from} convertido a {to}',
  'changed.texture-sizes': '{count} texturas a 2048 píxeles como máximo',
  'changed.size': 'De {before} píxeles a {after}',
  'changed.instances': '{before} objetos combinados en {after}',
  'changed.kept-as-it-came': 'Optimizarlo habría cambiado el modelo, así que se muestra el original.',
  'changed.four-joints': 'Cada vértice se limita a cuatro articulaciones.',
  'changed.no-thumbnail': 'No se ha podido renderizar una miniatura; puedes usar el modelo igualmente.',

  'repaired.scales': 'Las escalas de 0 se han sustituido por un valor muy pequeño.',
  'repaired.triangle': 'Se ha quitado un triángulo con vértices que faltan.',
  'repaired.triangles': 'Se han quitado triángulos que hacen referencia a vértices que no existen.',
  'repaired.morph-shares': 'Se han quitado pesos no válidos de formas de deformación.',
  'repaired.joint-attributes': 'Faltaban articulaciones o pesos, y se han quitado los demás.',
  'repaired.joints': 'Las referencias a articulaciones que no existen se han sustituido por la primera.',
  'repaired.split-mesh': 'Una malla deformable en un sitio y rígida en otro se ha dividido en dos.',
  'repaired.skins': 'Se han quitado esqueletos sin usar.',
  'repaired.movements': 'Se han quitado animaciones no válidas.',
  'repaired.flat-normal-map': 'Se ha añadido un mapa de normales plano donde un material lo requiere.',
  'repaired.parts': 'Se han quitado partes sin posiciones.',
  'repaired.vertex-data': 'Se han quitado datos de vértices de longitud errónea.',
  'repaired.texture-coordinates': 'Se han añadido coordenadas de textura donde un material las necesita.',
  'repaired.numbers': 'Los números no finitos se han sustituido por 0.',
  'repaired.normals': 'Las normales se han normalizado.',
  'repaired.tangents': 'Las tangentes se han normalizado.',
  'repaired.joint-weights': 'Los pesos de las articulaciones se han normalizado.',
  'repaired.material-values': 'Los valores de materiales fuera de rango se han ajustado.',
  'lost.cameras.one': '1 cámara, que no se importa',
  'lost.cameras.other': '{count} cámaras, que no se importan',
  'lost.lights.one': '1 luz, que no se importa',
  'lost.lights.other': '{count} luces, que no se importan',

  ...workspace,
};
