// Runs before the commands that a newcomer tries first. Node 22.18 and newer run TypeScript; an older one gets here where
// npm could not install the project's own Node, a package.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `This is Node ${process.versions.node}, and 22.18 or newer is needed. npm installs one with the packages, but not with its setting ignore-scripts: run npm rebuild node --ignore-scripts=false, or install Node 24.`,
  );
  process.exitCode = 1;
}
