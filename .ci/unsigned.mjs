/** A program of Windows (PE) without its signature: neither the certificates, which stand at its end, nor the entry that says where. */
export function withoutSignature(program) {
  const header = program.readUInt32LE(0x3c);
  const isProgram =
    program.toString("latin1", 0, 2) === "MZ" && program.toString("latin1", header, header + 4) === "PE\0\0";
  if (!isProgram || program.readUInt16LE(header + 24) !== 0x20b)
    throw new Error("This is no program of 64-bit Windows.");
  // Of the directories behind the optional header's 112 bytes the fifth: place in the file, and length.
  const entry = header + 24 + 112 + 4 * 8;
  const [start, length] = [program.readUInt32LE(entry), program.readUInt32LE(entry + 4)];
  if (start === 0) return program;
  if (start + length !== program.length) throw new Error("The signature of this program is not at its end.");
  const bare = Buffer.from(program.subarray(0, start));
  bare.fill(0, entry, entry + 8);
  bare.writeUInt32LE(0, header + 24 + 64); // the sum of a file that is another one now; Windows asks for it of drivers alone
  return bare;
}
