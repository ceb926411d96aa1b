import type { Translation } from '../../catalogues.ts';

/** Spanish titles of errors that pages find themselves. */
export const messages: Translation<'app/errors'> = {
  'user.email.taken': 'La cuenta ya existe. ¡Inicia sesión!',
  'auth.google.rejected': 'Google no lo ha aceptado',
  'referral.self': 'Esta es tu propia dirección.',
  'referral.duplicate': 'Ya has invitado a esta dirección.',
  'invitation.duplicate': 'Esta persona ya está invitada a esta escena',
  'invitation.limit': 'Has superado tu límite de invitaciones. Inténtalo más tarde.',
  'invitation.limit.unconfirmed':
    'Hasta que confirmes tu dirección puedes enviar 10 invitaciones y solicitudes al día. Confírmala con el enlace de nuestro correo.',
  'import.failed': 'La importación ha fallado',
  'security.account.overflown_storage': 'Cuota de almacenamiento superada',
  'upload.empty': 'El archivo está vacío',
  'upload.too-large': 'El archivo supera el límite de 300 MB',
  'upload.format': 'Formato no admitido',
  'upload.step':
    'Los archivos STEP no se pueden abrir. Abre el archivo en FreeCAD (gratuito) o en tu programa de CAD y expórtalo como glTF (GLB), OBJ o STL.',
  'upload.ifc':
    'Los archivos IFC no se pueden abrir. Abre el archivo en Blender con el complemento gratuito Bonsai o en tu programa de BIM y expórtalo como glTF (GLB) o FBX.',
  'upload.skp':
    'Los archivos de SketchUp no se pueden abrir. En SketchUp, elige Archivo > Exportar > Modelo 3D y guarda el modelo como GLB, DAE u OBJ.',
  'upload.blend':
    'Los archivos de Blender no se pueden abrir. En Blender, elige Archivo > Exportar > glTF 2.0 y sube el archivo GLB.',
  'upload.rar':
    'Los archivos RAR no se pueden abrir. Descomprime el archivo y sube su contenido directamente o en un ZIP.',
  'upload.7z':
    'Los archivos 7z no se pueden abrir. Descomprime el archivo y sube su contenido directamente o en un ZIP.',
};
