const fs = require('node:fs')
const solc = require('solc')

const names = ['TestToken', 'TestCollectible', 'Registry', 'Permission', 'OddToken', 'OddCoin', 'OddItems']
const settings = {
  evmVersion: 'cancun',
  optimizer: { enabled: true, runs: 200 },
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
}
const sources = Object.fromEntries(
  names.map((name) => [`${name}.sol`, { content: fs.readFileSync(`${name}.sol`, 'utf8') }]),
)
const output = JSON.parse(solc.compile(JSON.stringify({ language: 'Solidity', sources, settings })))
if (output.errors?.length) throw new Error(output.errors.map((error) => error.formattedMessage).join('\n'))

for (const name of names) {
  const { abi, evm } = output.contracts[`${name}.sol`][name]
  const artifact = {
    abi,
    bytecode: `0x${evm.bytecode.object}`,
    deployedBytecode: `0x${evm.deployedBytecode.object}`,
  }
  fs.writeFileSync(`${name}.json`, `${JSON.stringify(artifact, null, 2)}\n`)
}
