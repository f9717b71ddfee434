// n8n's scanner of community packages, as it goes over a published one: `scan.mjs SOURCE PACKED`, in the tools' folder.
import { join } from 'node:path';

const scanner = join(process.cwd(), 'node_modules/@n8n/scan-community-package/scanner/scanner.mjs');
const { analyzePackage } = await import(scanner);
const [source, packed] = process.argv.slice(2);
const results = [
	await analyzePackage(source, ['nodes/**/*.ts', 'credentials/**/*.ts', 'package.json']),
	await analyzePackage(packed, ['**/*.js', 'package.json']),
];
process.stdout.write(results.map(({ message, details }) => [message, details].filter(Boolean).join('\n')).join('\n'));
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
