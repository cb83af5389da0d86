// @vitest-environment node
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

test.skipIf(!hasSystemd)('systemd has nothing against the units of the README', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-units-'))
  try {
    const readme = await readFile('README.md', 'utf8')
    const units = [...readme.matchAll(/```ini\n# \/etc\/systemd\/system\/(\S+)\n(.*?)```/gs)]
    expect(units.map(([, name]) => name)).toEqual(['countersign-custody.service', 'countersign-web.service'])
    const files = units.map(([, name = '']) => join(folder, name))
    for (const [index, [, , text = '']] of units.entries())
      await writeFile(files[index] ?? '', text.replace('/usr/bin/node', process.execPath))
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...files], { encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
