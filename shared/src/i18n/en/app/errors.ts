/** English titles of errors that pages find themselves. */
export const messages = {
  'user.email.taken': 'Account already exists. Log in instead!',
  'auth.google.rejected': "Google didn't like that",
  'referral.self': 'This is your own address.',
  'referral.duplicate': 'You have already invited this address.',
  'invitation.duplicate': 'This user is already invited to this scene',
  'invitation.limit': 'You have exceeded your invitation limit. Please try again later.',
  'invitation.limit.unconfirmed':
    'Until you confirm your address, you can send 10 invitations and requests a day. Confirm it with the link in our email.',
  'import.failed': 'Import failed',
  'security.account.overflown_storage': 'Storage quota exceeded',
  'upload.empty': 'This file is empty',
  'upload.too-large': 'Your upload exceeds the 300MB limit',
  'upload.format': 'Format not supported',
  'upload.step':
    'STEP files cannot be opened. Open the file in FreeCAD (free) or your CAD program, and export it as glTF (GLB), OBJ or STL.',
  'upload.ifc':
    'IFC files cannot be opened. Open the file in Blender with the free Bonsai add-on or in your BIM program, and export it as glTF (GLB) or FBX.',
  'upload.skp':
    'SketchUp files cannot be opened. In SketchUp, choose File > Export > 3D Model, and save the model as GLB, DAE or OBJ.',
  'upload.blend':
    'Blender files cannot be opened. In Blender, choose File > Export > glTF 2.0, and upload the GLB file.',
  'upload.rar':
    'RAR archives cannot be opened. Unpack the archive, and upload the files themselves or a ZIP of them.',
  'upload.7z':
    '7z archives cannot be opened. Unpack the archive, and upload the files themselves or a ZIP of them.',
} as const;
