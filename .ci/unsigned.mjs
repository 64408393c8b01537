/**
 * Removes the signature of a Windows program (PE): the certificates at its end, and the directory entry that points to
 * them.
 */
export function withoutSignature(program) {
  const header = program.readUInt32LE(0x3c);
  const isProgram =
    program.toString("latin1", 0, 2) === "MZ" && program.toString("latin1", header, header + 4) === "PE\0\0";
  if (!isProgram || program.readUInt16LE(header + 24) !== 0x20b)
    throw new Error("This is no program of 64-bit Windows.");
  // The fifth directory entry: the offset of the certificates in the file, and their length. The directory begins 112
  // bytes into the optional header.
  const entry = header + 24 + 112 + 4 * 8;
  const [start, length] = [program.readUInt32LE(entry), program.readUInt32LE(entry + 4)];
  if (start === 0) return program;
  if (start + length !== program.length) throw new Error("The signature of this program is not at its end.");
  const bare = Buffer.from(program.subarray(0, start));
  bare.fill(0, entry, entry + 8);
  bare.writeUInt32LE(0, header + 24 + 64); // the checksum is no longer valid; Windows checks it only for drivers
  return bare;
}
