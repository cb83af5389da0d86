// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// Stands in for Redbelly's bootstrap registry. Its code is put at the real address,
/// so no constructor runs and all state starts empty.
contract Registry {
    mapping(string => address) private contracts;

    event ContractSet(string name, address target);

    function getContractAddress(string calldata name) external view returns (address) {
        return contracts[name];
    }

    function setContractAddress(string calldata name, address target) external {
        contracts[name] = target;
        emit ContractSet(name, target);
    }
}
