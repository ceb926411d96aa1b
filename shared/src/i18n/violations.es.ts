/**
 * Spanish messages of validation errors, by code. The English ones are written where the error is made.
 */
export const violationsEs = {
  'analytics.range': 'Como máximo un año, y en orden',
  'asset.unusable': 'Esta imagen no se puede usar aquí',
  'comment.mention.unknown': 'Solo se puede mencionar a quien puede ver la escena',
  'comment.not-thread': 'Solo se puede resolver un hilo',
  'comment.parent.unknown': 'Ese comentario no existe en esta escena',
  'comment.snapshot.unknown': 'Esa imagen no existe para esta escena',
  'discount.code.taken': 'Ya existe un código con ese nombre',
  'discount.end': 'Terminaría antes de empezar',
  'discount.price': 'Ese precio no existe',
  'document.invalid': 'El valor no es válido en una escena',
  'document.unknown-asset': 'Ese archivo no existe en este espacio de trabajo',
  'document.unknown-key': 'Una escena no tiene ese campo',
  'document.unknown-kind': 'Tipo de objeto desconocido',
  'extra.limit': 'Los datos adicionales ocupan demasiado',
  'invitation.duplicate': 'Este usuario ya está invitado',
  'library.asset.required': 'Hace falta un archivo subido',
  'library.asset.taken': 'Este archivo ya está en la biblioteca',
  'library.asset.unknown': 'Ese archivo no existe',
  'library.category.unknown': 'Esa categoría no existe',
  'library.material.required': 'Un material necesita sus valores, y ningún archivo',
  'library.material.unexpected': 'Solo los materiales tienen valores',
  'locale.unsupported': 'Lo sentimos, este idioma no está disponible',
  'order.discount.over': 'El descuento ha terminado',
  'order.discount.price': 'El descuento no se aplica a este precio',
  'order.discount.promotion': 'La promoción actual descuenta lo mismo, y no se suman',
  'order.discount.unknown': 'Ese descuento no existe',
  'order.discount.used': 'El descuento ya se ha usado aquí',
  'order.discount.used-up': 'El descuento ya se ha usado todas las veces posibles',
  'order.source.unknown': 'Esa tarjeta o cartera no existe en este espacio de trabajo',
  'project.exists': 'El proyecto ya existe',
  'qr.size': 'La imagen sería demasiado grande',
  'referral.duplicate': 'Ya has invitado a esta dirección',
  'referral.self': 'Es tu propia dirección',
  'scene.category.unknown': 'Esa categoría no existe',
  'scene.expiry.past': 'Ese momento ya ha pasado',
  'scene.password.required': 'Hace falta una contraseña',
  'tag.exists': 'La etiqueta ya existe',
  'tag.limit': 'El espacio de trabajo no admite más etiquetas',
  'upload.missing': 'Hace falta un archivo',
  'user.email.taken': 'La cuenta ya existe. ¡Inicia sesión!',
  'user.password.common': 'Esta contraseña es demasiado común',
  'user.password.wrong': 'Esta no es tu contraseña',
  'user.timezone.unknown': 'Esa zona horaria no existe',
  'version.limit': 'La escena ya conserva todas las versiones con nombre que admite. Borra alguna antes.',
} as const satisfies Record<string, string>;

/** Code of a validation error: one of the catalogue, or `invalid.` and a more general reason. */
export type ViolationCode = keyof typeof violationsEs | `invalid.${string}`;

/** Spanish messages of the schemas' own rules, by their English message. */
export const rulesEs: Readonly<Record<string, string>> = {
  'At most five': 'Como máximo cinco',
  'An address that has not joined is invited to more by an invitation':
    'A quien aún no se ha unido se le invita a más con otra invitación',
  'Name exactly one': 'Indica exactamente uno',
  'No role on accounts': 'Ese rol no existe en un espacio de trabajo',
  'No role on compositions': 'Ese rol no existe en una escena',
  'No role on projects': 'Ese rol no existe en un proyecto',
  'No such role there': 'Ese rol no existe ahí',
  'Say composition, project or account': 'Indica una escena, un proyecto o un espacio de trabajo',
  'This role does not go with what is shared': 'Este rol no sirve para lo que se comparte',
};
